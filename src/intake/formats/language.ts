const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });
const scripts = new Intl.DisplayNames('en', { type: 'script', fallback: 'none' });
const regions = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** Language tag: language (ISO 639) and, where needed, script (ISO 15924) and region (ISO 3166, UN M49), as BCP 47 joins them. */
export function isLanguage(text: string): boolean {
  const match = /^([a-z]{2,3})(?:-([A-Z][a-z]{3}))?(?:-([A-Z]{2}|[0-9]{3}))?$/.exec(text);
  if (!match?.[1]) return false;
  const [, language, script, region] = match;
  return (
    exists(languages, language) &&
    (script === undefined || exists(scripts, script)) &&
    (region === undefined || exists(regions, region))
  );
}

/** Also a code that is reserved for what is not known has no language behind it. */
const NO_LANGUAGE = new Set(['und', 'zxx', 'mul', 'mis', 'root', 'Zxxx', 'Zzzz', 'ZZ']);

function exists(names: Intl.DisplayNames, code: string): boolean {
  return !NO_LANGUAGE.has(code) && names.of(code) !== undefined;
}
