import ts from 'typescript';

/** A line that breaks a rule of the source. */
export type SourceFault = string;

export const MOST_LINES = 300;

/** One reader of the environment, so that all settings are in one list; tests hand theirs to child processes. */
const mayReadEnvironment = (path: string) => path === 'src/config.ts' || /^(test|bench)\//.test(path);

/** Rules for TypeScript files that an import rule cannot express. */
export function typescriptFaults(path: string, text: string): SourceFault[] {
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const faults: SourceFault[] = [];
  const report = (node: ts.Node, what: string) => {
    const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
    faults.push(`${path}:${line + 1} ${what}`);
  };
  const visit = (node: ts.Node): void => {
    if (node.kind === ts.SyntaxKind.AnyKeyword) report(node, 'says any');
    if (isDoubleCast(node)) report(node, 'casts through unknown');
    if (!mayReadEnvironment(path) && readsEnvironment(node)) report(node, 'reads the environment');
    if (isPure(path) && isImpure(node)) report(node, 'asks the clock or the dice');
    ts.forEachChild(node, visit);
  };
  visit(file);
  const lines = text.split('\n').length - 1;
  if (lines > MOST_LINES) faults.push(`${path} has ${lines} lines, more than ${MOST_LINES}`);
  for (const [index, line] of text.split('\n').entries()) {
    if (/(?<!['"`])(\/\/|\/\*)\s*(@ts-(ignore|expect-error|nocheck)|biome-ignore)\b/.test(line)) {
      faults.push(`${path}:${index + 1} silences a tool`);
    }
  }
  return faults;
}

/** A room's door opens with what comes in, what goes out and what it never does. */
export function doorFaults(path: string, text: string): SourceFault[] {
  const comment = /^\/\*\*\n( \*.*\n){2,5} \*\//.exec(text)?.[0] ?? '';
  return /\bIn: [\s\S]*\bOut: [\s\S]*\bNever\b/.test(comment)
    ? []
    : [`${path} does not open with In:, Out:, Never`];
}

/** Folders of one machine's users have no place in the project, whatever the file. */
export function pathFaults(path: string, text: string): SourceFault[] {
  const machinePath = /(?<![\w.$}*/-])\/(root|home|Users|work|mnt)\/[\w.-]+/;
  return text
    .split('\n')
    .flatMap((line, index) =>
      machinePath.test(line) ? [`${path}:${index + 1} names a folder of one machine`] : [],
    );
}

function isDoubleCast(node: ts.Node): boolean {
  return (
    ts.isAsExpression(node) &&
    ts.isAsExpression(node.expression) &&
    node.expression.type.kind === ts.SyntaxKind.UnknownKeyword
  );
}

/** `process.env`, `process['env']`, `{ env } = process`, `import { env } from 'node:process'`. */
function readsEnvironment(node: ts.Node): boolean {
  const isProcess = (expression: ts.Node | undefined) => expression?.getText() === 'process';
  if (ts.isPropertyAccessExpression(node)) return isProcess(node.expression) && node.name.text === 'env';
  if (ts.isElementAccessExpression(node)) {
    return isProcess(node.expression) && /^.env.$/.test(node.argumentExpression.getText());
  }
  if (ts.isVariableDeclaration(node))
    return isProcess(node.initializer) && /\benv\b/.test(node.name.getText());
  return ts.isImportDeclaration(node) && /^.(node:)?process.$/.test(node.moduleSpecifier.getText());
}

/** Folds and upcasters: a rebuild tomorrow must find the rows of today. */
function isPure(path: string): boolean {
  return (path.startsWith('projections/') && !path.endsWith('.spec.ts')) || path.startsWith('schemas/');
}

function isImpure(node: ts.Node): boolean {
  if (ts.isNewExpression(node)) return node.expression.getText() === 'Date' && !node.arguments?.length;
  return (
    ts.isPropertyAccessExpression(node) &&
    /^(Date\.now|Math\.random|performance\.now|crypto\.\w+|process\.\w+)$/.test(node.getText())
  );
}
