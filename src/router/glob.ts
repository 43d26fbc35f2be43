/**
 * A pattern of event types, whose segments are parted by dots: `*` stands for a segment or a part of one, `**` for one
 * segment or more. `agreement.*` is `agreement.revoked`, not `agreement.a.b`; `lifecycle.**` is all of `lifecycle.`.
 */
export function compileGlob(glob: string): (type: string) => boolean {
  const pattern = glob
    .split(/(\*\*|\*)/)
    .map((part) => (part === '**' ? '.+' : part === '*' ? '[^.]+' : part.replace(/[^\w-]/g, '\\$&')))
    .join('');
  const regular = new RegExp(`^${pattern}$`);
  return (type) => regular.test(type);
}
