/**
 * In: the journal's tables, through a port. Out: the log in place: its events in order, to one reader at a time.
 * Never changes an event, and never decodes one.
 */
export { type JournalLogOptions, journalLog } from './log.js';
export type { JournalLease, JournalStore, ReadLimit } from './port.js';
