import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** Colours text where a person watches; nothing where NO_COLOR is set or the output goes elsewhere. */
export function painter(output: NodeJS.WriteStream): (style: Style, text: string) => string {
  // It looks at NO_COLOR, FORCE_COLOR and the kind of terminal.
  const hasColours = output.isTTY === true && output.hasColors();
  return (style, text) => (hasColours ? styleText(style, text, { validateStream: false }) : text);
}
