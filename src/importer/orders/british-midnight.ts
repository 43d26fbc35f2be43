const clock = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', timeZoneName: 'longOffset' });

/**
 * When a day begins in Great Britain, where supply begins and ends at local midnight.
 *
 * @param day `YYYY-MM-DD`
 * @returns UTC, `YYYY-MM-DDTHH:MM:SSZ`
 */
export function britishMidnight(day: string): string {
  const utcMidnight = Date.parse(`${day}T00:00:00Z`);
  // Clocks change at 01:00 UTC, so what holds at midnight UTC holds at midnight there.
  return `${new Date(utcMidnight - offsetMs(utcMidnight)).toISOString().slice(0, 19)}Z`;
}

function offsetMs(at: number): number {
  const name = clock.formatToParts(at).find((part) => part.type === 'timeZoneName')?.value ?? '';
  // `GMT`, `GMT+01:00`, and `GMT-00:01:15` before 1847.
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /^GMT(?:([+-])(\d\d):(\d\d)(?::(\d\d))?)?$/.exec(name) ?? [];
  const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -ms : ms;
}
