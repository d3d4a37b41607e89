/** Parses YAML by a schema and turns each error into a `Problem` with its line. */
import type { z } from 'zod'
import { readYamlSource } from '../../../lib/content/source-problems.ts'
import type { Lines, Path, Problem, ProblemCode } from './plan-file-problems.ts'
import { exampleOf } from './plan-file-examples.ts'

export interface Read<T> {
  readonly value?: T
  readonly problems: Problem[]
  readonly lines: Lines
}

/** `first` is the file's line on which the YAML begins (frontmatter starts on line 2). */
export const readYaml = <S extends z.ZodType>(schema: S, text: string, file: string, first = 1): Read<z.output<S>> =>
  readYamlSource(schema, text, file, exampleOf, first)

/** A problem at a field, with an example of what the field looks like. */
export function at(
  file: string,
  lines: Lines,
  path: Path,
  code: ProblemCode,
  message: string,
  example = exampleOf(path),
): Problem {
  return { file, line: lines.of(path), field: path.join('.') || '(file)', code, message, example }
}
