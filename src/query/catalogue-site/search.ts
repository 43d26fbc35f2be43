import type { TypeInfo } from '../../catalogue/index.js';

/** The words a search looks for: all of them must be found. */
export function termsOf(query: string): readonly string[] {
  return query.toLowerCase().split(/\s+/).filter(Boolean);
}

/** Whether all terms are in what is told of a type: its name, description and topics, and the names of its fields. */
export function isFound(terms: readonly string[], info: TypeInfo, topics: readonly string[]): boolean {
  const told =
    `${info.name} ${info.description} ${topics.join(' ')} ${fieldNames(info).join(' ')}`.toLowerCase();
  return terms.every((term) => told.includes(term));
}

export const fieldNames = (info: TypeInfo): readonly string[] => info.current.fields.map(({ name }) => name);
