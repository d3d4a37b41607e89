/** Gives the files of schools to the checker of content. */
import { namesIn, type Tree } from '../../../lib/content/content-tree.ts'
import type { SourceProblem } from '../../../lib/content/source-problems.ts'
import { readSchool } from '../rules/school-files.ts'

export const checkSchools = (tree: Tree): SourceProblem[] =>
  namesIn(tree, 'schools', '.yaml').flatMap(
    (slug) =>
      readSchool(slug, tree.files.get(`schools/${slug}.yaml`) ?? '', `${tree.root}/schools/${slug}.yaml`).problems,
  )
