// By its file: bundlers that take a package's `module` field would load a second graphql beside mercurius' own.
import { type ASTVisitor, GraphQLError, type ValidationContext } from 'graphql/index.js';

const FIELDS_MAX = 10;
const ALIASES_MAX = 4;

/** Validation rule: a document may select few fields and rename fewer, so that one request cannot ask for thousands. */
export function limitSelections(context: ValidationContext): ASTVisitor {
  let fields = 0;
  let aliases = 0;
  return {
    Field(node) {
      if (++fields === FIELDS_MAX + 1) {
        context.reportError(new GraphQLError(`A document may select at most ${FIELDS_MAX} fields.`));
      }
      if (node.alias && ++aliases === ALIASES_MAX + 1) {
        context.reportError(new GraphQLError(`A document may have at most ${ALIASES_MAX} aliases.`));
      }
    },
  };
}
