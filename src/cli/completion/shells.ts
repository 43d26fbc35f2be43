import { type Place, wordsAt } from './tree.js';

/** In single quotes, as all three shells take them. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Patterns of `path word` that lead one command further down. */
const steps = (places: readonly Place[]): string[] =>
  places.filter(({ path }) => path !== '').map(({ path }) => quoted(path));

/** Patterns of `path word` after which a value comes. */
const valued = (places: readonly Place[]): string[] =>
  places.flatMap(({ path, options }) =>
    options.flatMap(({ text, takesValue }) => (takesValue ? [quoted(`${path} ${text}`)] : [])),
  );

/** Where nothing is known to follow, as a value or a file, the shell completes names of files. */
export function bashScript(places: readonly Place[]): string {
  const words = places.map(
    (place) =>
      `    ${quoted(place.path)}) words=${quoted(
        wordsAt(place)
          .map(({ text }) => text)
          .join(' '),
      )} ;;`,
  );
  return `# bash completion of headrace: eval "$(headrace completion bash)"
_headrace() {
  local path= words= index
  for ((index = 1; index < COMP_CWORD; index++)); do
    case "$path \${COMP_WORDS[index]}" in
    ${steps(places).join(' | ')}) path="$path \${COMP_WORDS[index]}" ;;
    esac
  done
  COMPREPLY=()
  case "$path \${COMP_WORDS[COMP_CWORD - 1]}" in
  ${valued(places).join(' | ')}) return ;;
  esac
  case "$path" in
${words.join('\n')}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _headrace headrace
`;
}

export function zshScript(places: readonly Place[]): string {
  const described = (place: Place) =>
    wordsAt(place).map(({ text, description }) =>
      quoted(`${text.replaceAll(':', '\\:')}${description === '' ? '' : `:${oneLine(description)}`}`),
    );
  const words = places.map((place) => `    (${quoted(place.path)}) found=(${described(place).join(' ')}) ;;`);
  return `#compdef headrace
# zsh completion of headrace: eval "$(headrace completion zsh)", after compinit
_headrace() {
  local at= word
  local -a found
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in
    (${steps(places).join('|')}) at="$at $word" ;;
    esac
  done
  case "$at \${words[CURRENT-1]}" in
  (${valued(places).join('|')}) _files; return ;;
  esac
  case "$at" in
${words.join('\n')}
  esac
  _describe headrace found || _files
}
compdef _headrace headrace
`;
}

export function fishScript(places: readonly Place[]): string {
  const about = (description: string) => (description === '' ? '' : ` -d ${quoted(oneLine(description))}`);
  const lines = places.flatMap(({ path, commands, options, values }) => {
    const start = `complete -c headrace -n ${quoted(`__headrace_at ${quoted(path)}`)}`;
    return [
      ...commands.map(({ text, description }) => `${start} -f -a ${quoted(text)}${about(description)}`),
      ...values.map((value) => `${start} -f -a ${quoted(value)}`),
      ...options.map(
        ({ text, description, takesValue }) =>
          `${start} -l ${quoted(text.slice(2))}${takesValue ? ' -r' : ' -f'}${about(description)}`,
      ),
    ];
  });
  return `# fish completion of headrace: headrace completion fish | source
function __headrace_at
  set -l at ''
  for word in (commandline -opc)[2..-1]
    switch "$at $word"
      case ${steps(places).join(' ')}
        set at "$at $word"
    end
  end
  test "$at" = "$argv[1]"
end
${lines.join('\n')}
`;
}
