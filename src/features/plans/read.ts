/** Reads one YAML text by a schema and turns each refusal into a `Problem` with its line. */
import { LineCounter, parseDocument } from 'yaml'
import type { z } from 'zod'
import { Lines, type Path, type Problem, type ProblemCode } from './problems.ts'
import { exampleOf } from './schema.ts'

export interface Read<T> {
  readonly value?: T
  readonly problems: Problem[]
  readonly lines: Lines
}

/** `first` is the file's line on which the YAML begins (frontmatter starts on line 2). */
export function readYaml<S extends z.ZodType>(schema: S, text: string, file: string, first = 1): Read<z.output<S>> {
  const counter = new LineCounter()
  const doc = parseDocument(text, { lineCounter: counter })
  const lines = new Lines(doc, counter, first)
  if (doc.errors.length > 0) {
    const problems = doc.errors.map((e): Problem => ({
      file, line: counter.linePos(e.pos[0]).line + first - 1, field: '(file)', code: 'syntax',
      message: `is not readable here: ${e.message.replace(/ at line [\s\S]*$/, '')}.`, example: 'name: value',
    }))
    return { problems, lines }
  }
  const result = schema.safeParse(doc.toJS())
  if (result.success) return { value: result.data, problems: [], lines }
  return { problems: result.error.issues.flatMap((issue) => issueProblems(issue, file, lines)), lines }
}

function issueProblems(issue: z.core.$ZodIssue, file: string, lines: Lines): Problem[] {
  const path = issue.path.map((part) => (typeof part === 'number' ? part : String(part)))
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => at(file, lines, [...path, key], 'unknown_field', 'is not a field of this place. Check its spelling.'))
  }
  const words = /^(Invalid|Too|Unrecognized)/.test(issue.message) ? `is missing or not of the right kind (${issue.message}).` : issue.message
  return [at(file, lines, path, 'shape', words)]
}

/** A problem at a field, with an example of what the field looks like. */
export function at(
  file: string, lines: Lines, path: Path, code: ProblemCode, message: string, example = exampleOf(path),
): Problem {
  return { file, line: lines.of(path), field: path.join('.') || '(file)', code, message, example }
}
