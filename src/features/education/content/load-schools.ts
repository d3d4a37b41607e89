/** The schools of `content/schools`, for the build and the server. Throws `ContentError` with every mistake at once. */
import { join } from 'node:path'
import { namesOfFiles, textOf } from '../../../app/content/content-folder.ts'
import { contentInEdit } from '../../../lib/content/content-may-change.ts'
import { ContentError } from '../../../lib/content/source-problems.ts'
import { readSchool, type School } from '../rules/school-files.ts'

let held: readonly School[] | undefined

/** Every school, in the order that the files state. While content is being edited, they are read again on every call. */
export function loadSchools(folder = join(process.env['CONTENT_DIR'] ?? 'content', 'schools')): readonly School[] {
  if (!contentInEdit() && held) return held
  const read = namesOfFiles(folder)
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => readSchool(file.replace(/\.yaml$/, ''), textOf(join(folder, file)), join(folder, file)))
  const problems = read.flatMap((it) => it.problems)
  if (problems.length > 0) throw new ContentError(problems)
  held = read.flatMap(({ school }) => school ?? []).sort((a, b) => a.order - b.order || a.slug.localeCompare(b.slug))
  return held
}

/** Those to which can be paid. */
export const servedSchools = (): readonly School[] => loadSchools().filter(({ closed }) => closed !== true)
export const findServedSchool = (slug: string): School | undefined => servedSchools().find((it) => it.slug === slug)

/** Also one to which nothing is paid any more: payments name it. */
export const findSchool = (slug: string): School | undefined => loadSchools().find((it) => it.slug === slug)
