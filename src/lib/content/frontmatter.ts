import { parse } from 'yaml'

export interface FrontmatterFile {
  data: Record<string, unknown>
  body: string
  /** Line of the file at which `body` begins, counted from 1. */
  bodyLine: number
}

/**
 * Splits a markdown file into its YAML frontmatter and body. Dates stay `YYYY-MM-DD` strings (YAML 1.2 core).
 * Throws with the file's name when there is no frontmatter or it is not a mapping.
 */
export function frontmatter(raw: string, file: string): FrontmatterFile {
  const text = raw.replace(/^\uFEFF/, '').replace(/\r\n/g, '\n')
  const match = /^---\n([\s\S]*?)\n---(?:\n|$)/.exec(text)
  if (!match) throw new Error(`${file}:1: no frontmatter`)
  const data: unknown = parse(match[1] ?? '')
  if (typeof data !== 'object' || data === null || Array.isArray(data))
    throw new Error(`${file}:2: frontmatter is not a mapping`)
  return { data: { ...data }, body: text.slice(match[0].length), bodyLine: match[0].split('\n').length }
}
