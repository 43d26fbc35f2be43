import type { Mail, Mailer } from './port.js';
import { taskCompleted, taskFailed } from './task-outcome.js';
import type { ClaimedTask, Recipient } from './tasks.js';
import type { Attempt, Errand } from './try-tasks.js';

type EmailTask = ClaimedTask<'customer_email'>;

/** Tells each customer of an imported account that it has moved: one e-mail each, so that none sees another's address. */
export function emailErrand(mailer: Mailer): Errand<'customer_email'> {
  return {
    task: 'customer_email',
    claimSize: 64,
    lanes: 4,
    asked: 'the mail server',
    givenUp: (task) => taskFailed(task, 'mail_server_unavailable'),
    attempt: (task, asking) => writeToAll(task, mailer, asking),
  };
}

/**
 * Writes to one after the other, also to those behind one that is rejected. Where the server stops answering, those
 * written to already are not written to again; but a mail whose hand-over was cut off is: at least once, with the
 * same Message-ID.
 */
async function writeToAll(
  task: EmailTask,
  mailer: Mailer,
  asking: AbortSignal,
): Promise<Attempt<'customer_email'>> {
  const { recipients } = task.input;
  const rejected: Recipient[] = [];
  for (const [index, recipient] of recipients.entries()) {
    try {
      asking.throwIfAborted();
      if ((await mailer.send(mailTo(recipient, task))) === 'rejected') rejected.push(recipient);
    } catch (cause) {
      return {
        kind: 'unanswered',
        cause,
        remaining: { recipients: [...rejected, ...recipients.slice(index)] },
      };
    }
  }
  // Places, not addresses: an event is no place for them.
  const places = rejected.map(({ place }) => `customers.${place}.email`).join(', ');
  const outcome = () =>
    rejected.length > 0 ? taskFailed(task, 'email_rejected', places) : taskCompleted(task, []);
  return { kind: 'ended', outcome };
}

/** Made of the event that told of the task, whose id is unique everywhere: the same for each try. */
function mailTo({ place, name, email }: Recipient, { causationId, accountNumber }: EmailTask): Mail {
  return {
    messageId: `${causationId}.${place}`,
    to: { name, address: email },
    subject: 'Your energy account has moved',
    text: [
      `Dear ${name},`,
      '',
      `Your energy account has moved to us. Its number is now ${accountNumber}.`,
      'You need not do anything: your supply goes on as before.',
      '',
    ].join('\n'),
  };
}
