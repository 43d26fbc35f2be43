import { isObject, list, member, resolve } from './json.js';
import { type Breach, schemaBreaches } from './schema-breaches.js';

export type { Breach };

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;

/**
 * What a client written for `before` would stumble over in `after`; additions are none. A new error code or a new value
 * of an enumeration in an answer is an addition: clients are told to let pass what they do not know.
 *
 * @param before an OpenAPI 3.1 document
 */
export function breaches(before: unknown, after: unknown): Breach[] {
  const found: Breach[] = [];
  for (const [path, methods] of Object.entries(member(before, 'paths'))) {
    for (const method of METHODS) {
      const old = member(methods, method);
      if (!isObject(methods) || !(method in methods)) continue;
      const where = `${method.toUpperCase()} ${path}`;
      const now = member(member(member(after, 'paths'), path), method);
      if (Object.keys(now).length === 0) found.push({ where, what: 'the call is gone' });
      else found.push(...new Comparison(before, after, where).operation(old, now));
    }
  }
  const schemas = member(member(after, 'components'), 'schemas');
  for (const name of Object.keys(member(member(before, 'components'), 'schemas'))) {
    if (!(name in schemas)) found.push({ where: `schema ${name}`, what: 'is gone' });
  }
  return found;
}

/** Compares one call with what became of it. */
class Comparison {
  readonly #before: unknown;
  readonly #after: unknown;
  readonly #where: string;

  constructor(before: unknown, after: unknown, where: string) {
    this.#before = before;
    this.#after = after;
    this.#where = where;
  }

  operation(old: unknown, now: unknown): Breach[] {
    return [
      ...this.#name(old, now),
      ...this.#security(old, now),
      ...this.#parameters(old, now),
      ...this.#body(old, now),
      ...this.#answers(old, now),
    ];
  }

  #name(old: unknown, now: unknown): Breach[] {
    const names = [old, now].map((one) => (isObject(one) ? one['operationId'] : undefined));
    return names[0] === names[1] ? [] : [this.#breach('has another name in generated clients')];
  }

  #security(old: unknown, now: unknown): Breach[] {
    const same = JSON.stringify(list(old, 'security')) === JSON.stringify(list(now, 'security'));
    const opened = list(now, 'security').length === 0;
    return same || opened ? [] : [this.#breach('asks for another token')];
  }

  #parameters(old: unknown, now: unknown): Breach[] {
    const were = this.#parametersOf(this.#before, old);
    const are = this.#parametersOf(this.#after, now);
    const found: Breach[] = [];
    for (const [name, parameter] of were) {
      const successor = are.get(name);
      if (!successor) found.push(this.#breach(`the parameter ${name} is gone`));
      else {
        if (successor['required'] === true && parameter['required'] !== true)
          found.push(this.#breach(`the parameter ${name} is required now`));
        found.push(...this.#schemas('taken', parameter['schema'], successor['schema'], `parameter ${name}`));
      }
    }
    for (const [name, parameter] of are) {
      if (!were.has(name) && parameter['required'] === true)
        found.push(this.#breach(`the new parameter ${name} is required`));
    }
    return found;
  }

  #parametersOf(document: unknown, operation: unknown) {
    const parameters = list(operation, 'parameters').map((one) => resolve(document, one));
    return new Map(
      parameters.filter(isObject).map((one) => [`${String(one['name'])} (${String(one['in'])})`, one]),
    );
  }

  #body(old: unknown, now: unknown): Breach[] {
    const was = member(old, 'requestBody');
    const is = member(now, 'requestBody');
    const found = this.#contents('taken', was, is, 'body');
    if (is['required'] === true && was['required'] !== true)
      found.push(this.#breach('a body is required now'));
    return found;
  }

  #answers(old: unknown, now: unknown): Breach[] {
    const found: Breach[] = [];
    const are = member(now, 'responses');
    for (const [status, reference] of Object.entries(member(old, 'responses'))) {
      const answer = resolve(this.#before, reference);
      const successor = resolve(this.#after, are[status]);
      if (successor === undefined) {
        // A failure that does not come any more is no loss.
        if (Number(status) < 400) found.push(this.#breach(`${status} is not answered any more`));
        continue;
      }
      for (const header of Object.keys(member(answer, 'headers'))) {
        if (!(header in member(successor, 'headers')))
          found.push(this.#breach(`${status} has lost the header ${header}`));
      }
      found.push(...this.#contents('answered', answer, successor, status));
    }
    return found;
  }

  #contents(direction: 'taken' | 'answered', old: unknown, now: unknown, name: string): Breach[] {
    const are = member(now, 'content');
    return Object.entries(member(old, 'content')).flatMap(([type, content]) =>
      type in are
        ? this.#schemas(direction, member(content, 'schema'), member(are[type], 'schema'), name)
        : [this.#breach(`${name} is not ${type} any more`)],
    );
  }

  #schemas(direction: 'taken' | 'answered', old: unknown, now: unknown, name: string): Breach[] {
    const sides = { before: this.#before, after: this.#after, direction };
    return schemaBreaches(sides, old, now).map(({ where, what }) =>
      this.#breach(`${[name, where].filter(Boolean).join(' ')}: ${what}`),
    );
  }

  #breach(what: string): Breach {
    return { where: this.#where, what };
  }
}
