import type { FastifyReply, FastifyRequest } from 'fastify';
import { RequestError } from '../../errors.js';
import { isName } from '../parameters.js';
import type { Visit } from './layout.js';
import type { Sessions, Viewer } from './port.js';
import { sessionOf, themeOf } from './session.js';

/** Nobody is signed in: the answer is where to. */
export class SignInNeeded extends Error {
  override readonly name = 'SignInNeeded';
}

/** A visit by somebody who is signed in. */
export interface SignedIn extends Visit {
  readonly viewer: Viewer;
  /** Whose things are shown; `null` for everybody's. */
  readonly organisation: string | null;
  readonly parameters: URLSearchParams;
}

export interface Visits {
  /** An `onRequest` hook: lets nobody pass who is not signed in. */
  readonly check: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Of a request that passed. */
  readonly of: (request: FastifyRequest) => SignedIn;
}

export function createVisits(sessions: Sessions): Visits {
  const viewers = new WeakMap<FastifyRequest, Viewer>();
  return {
    async check(request) {
      const secret = sessionOf(request);
      const viewer = secret === undefined ? undefined : await sessions.find(secret);
      if (!viewer?.mayRead) throw new SignInNeeded();
      viewers.set(request, viewer);
    },
    of(request) {
      const viewer = viewers.get(request);
      if (!viewer) throw new Error('a page was made before it was known for whom');
      const { searchParams } = new URL(request.url, 'http://dashboard');
      const chosen = viewer.organisation === null ? chosenIn(searchParams) : null;
      return {
        ...visitOf(request),
        viewer,
        chosen,
        organisation: viewer.organisation ?? chosen,
        parameters: searchParams,
      };
    },
  };
}

/** Of anybody. */
export function visitOf(request: FastifyRequest): Visit {
  return { theme: themeOf(request), url: request.url, chosen: null };
}

function chosenIn(parameters: URLSearchParams): string | null {
  const chosen = parameters.get('organisation');
  if (chosen === null || chosen === '') return null;
  if (!isName(chosen)) throw new RequestError('not_found');
  return chosen;
}

/** Who may see a thing of `organisation`: it, and operators. Others are told that there is no such thing. */
export function assertOwn({ viewer }: SignedIn, organisation: string): void {
  if (viewer.organisation !== null && viewer.organisation !== organisation)
    throw new RequestError('not_found');
}

/**
 * Those of the page's parameters that a list takes, as the address of a request to it: what a form left empty is not
 * given, and what only the page knows stays there.
 */
export function givenOf({ parameters }: SignedIn, names: readonly string[]): string {
  const given = new URLSearchParams();
  for (const name of names) {
    const value = parameters.get(name);
    if (value !== null && value !== '') given.set(name, value);
  }
  return `?${given}`;
}
