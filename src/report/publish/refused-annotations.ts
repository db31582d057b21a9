import type { CheckAnnotation } from '../render/check-annotations.js';

/** Annotations of one check that GitHub never takes, known by what they say: each try renders them anew. */
export type RefusedAnnotations = {
  add(annotation: CheckAnnotation): void;
  has(annotation: CheckAnnotation): boolean;
};

export function createRefusedAnnotations(): RefusedAnnotations {
  const said = new Set<string>();
  return {
    add: (annotation) => said.add(JSON.stringify(annotation)),
    has: (annotation) => said.has(JSON.stringify(annotation)),
  };
}
