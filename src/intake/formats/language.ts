const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const scripts = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

// Asking for a name takes a microsecond, and most payloads have the same few tags.
const CACHE_SIZE_MAX = 1_000;
const known = new Set<string>();

/** Language tag: language (ISO 639) and, where needed, script (ISO 15924) and region (ISO 3166, UN M49), as BCP 47 joins them. */
export function isLanguage(text: string): boolean {
  if (known.has(text)) return true;
  const match = /^([a-z]{2,3})(?:-([A-Z][a-z]{3}))?(?:-([A-Z]{2}|[0-9]{3}))?$/.exec(text);
  if (!match?.[1]) return false;
  const [, language, script, region] = match;
  const valid =
    exists(languages, language) &&
    (script === undefined || exists(scripts, script)) &&
    (region === undefined || exists(regions, region));
  if (known.size >= CACHE_SIZE_MAX) known.clear();
  if (valid) known.add(text);
  return valid;
}

/** Also a code that is reserved for what is not known has no language behind it. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mul', 'mis', 'root', 'Zxxx', 'Zzzz', 'ZZ']);

function exists(names: Intl.DisplayNames, code: string): boolean {
  return !NO_LANGUAGE.has(code) && names.of(code) !== undefined;
}
