import type { ClaimedImport, Origin } from './claimed.js';
import type { AccountPayload } from './payload.js';

/** What a task needs of the payload, by kind. */
export interface TaskInputs {
  readonly opening_balance: {
    readonly ledgers: readonly { readonly number: string; readonly opening_balance: number }[];
  };
  readonly attach_documents: { readonly paths: readonly string[] };
  readonly customer_email: {
    /** Those not written to yet. */
    readonly recipients: readonly Recipient[];
  };
}

/** A customer who gets an e-mail. */
export interface Recipient {
  /** Place among the payload's customers: with the task it tells one message from another. */
  readonly place: number;
  readonly name: string;
  readonly email: string;
}

export type TaskKind = keyof TaskInputs;

/** Work that follows a completed import; each ends in one `…post_import.completed` or `.error`. */
export type PlannedTask = {
  [Kind in TaskKind]: { readonly task: Kind; readonly input: TaskInputs[Kind] };
}[TaskKind];

/** A task this importer tries now. */
export interface ClaimedTask<Kind extends TaskKind = TaskKind> extends Origin {
  readonly taskId: number;
  readonly task: Kind;
  readonly input: TaskInputs[Kind];
  readonly accountNumber: string;
  /** Which try this is, from 1. It also fences: a claim whose time ran out has a smaller one than its successor. */
  readonly tries: number;
  /** Folder in the object store that the supplier's documents lie under. */
  readonly rootLocation: string;
}

/** The tasks that a payload and the behaviours of its supplier imply. */
export function planTasks({ payload, customerEmails }: ClaimedImport): PlannedTask[] {
  const tasks: PlannedTask[] = [];
  const ledgers = (payload.ledgers ?? []).flatMap(({ number, opening_balance }) =>
    opening_balance === undefined ? [] : [{ number, opening_balance }],
  );
  if (ledgers.length > 0) tasks.push({ task: 'opening_balance', input: { ledgers } });
  const paths = (payload.documents ?? []).map((document) => document.path);
  if (paths.length > 0) tasks.push({ task: 'attach_documents', input: { paths } });
  if (customerEmails && !wantsLetters(payload)) {
    const recipients = payload.customers.map(({ given_name, family_name, email }, place) => ({
      place,
      name: `${given_name} ${family_name}`,
      email,
    }));
    tasks.push({ task: 'customer_email', input: { recipients } });
  }
  return tasks;
}

/** Who asked for letters is not written e-mails to. */
function wantsLetters({ account }: AccountPayload): boolean {
  return account.communication_preferences?.requires_postal_comms === true;
}
