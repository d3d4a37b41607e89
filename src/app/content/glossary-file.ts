/** Reads the glossary from `content/`, for the build. */
import { join } from 'node:path'
import { contentFolder, readOn } from './content-folder.ts'
import type { Lang } from '../../lib/locale.ts'
import { GLOSSARY, linkedTerms, termLinker, type Term } from './glossary.ts'
import { contentInEdit } from '../../lib/content/content-may-change.ts'

const held = new Map<Lang, Term[]>()

/** The terms of the glossary; none in a folder without a glossary. While editing it is read again each time. */
export function glossaryTerms(lang: Lang): Term[] {
  const known = held.get(lang)
  if (known && !contentInEdit()) return known
  const terms = linkedTerms(read(join(contentFolder(), 'articles', lang, `${GLOSSARY}.md`)), lang)
  held.set(lang, terms)
  return terms
}

function read(file: string): string {
  try {
    return readOn(file)
  } catch {
    return ''
  }
}

/** One linker per page: see `termLinker`. */
export const glossaryLinker = (lang: Lang): ((html: string) => string) => termLinker(glossaryTerms(lang), lang)
