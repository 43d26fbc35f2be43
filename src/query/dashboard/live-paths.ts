import { search } from './paths.js';

/** What may be looked at while it changes. */
export type LiveView =
  | { readonly view: 'suppliers'; readonly organisation: string | null }
  | { readonly view: 'supplier'; readonly organisation: string; readonly supplier: string }
  | { readonly view: 'projections' };

/** Where its changes come from. */
export const livePath = (view: LiveView): string => `/dashboard/live${search({ ...view })}`;
