/**
 * Event types that change no table of a read model, by the reason why. A type that a projection handles must not stand
 * here, so the list can only shrink as read models grow.
 */
export const unhandled: Readonly<Record<string, readonly string[]>> = {
  'it names a device of an app, and no event tells whose that is: event-history is its read model': [
    'comms.push-notification.received-unregistered-or-expired-token',
    'messaging.push-notification.token-unregistered',
  ],
  'it names a stored e-mail of an older system, and neither a message nor a conversation of this one: event-history is its read model':
    ['ink.messages.inbound-email-migration'],
};
