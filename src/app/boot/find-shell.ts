/**
 * Runs inline on the page of unknown addresses, which a static host without rules also shows for a path with an id:
 * redirects to the page of that path, which restores the address (`boot.ts`). An address with a slash or `.html` at its
 * end, with a mark that a chat glued to it, in another case, or with another site's prefix of a language is redirected
 * to the page that was meant.
 */
import { localPath, splitPath, withoutEnd } from '../../lib/locale.ts'
import { meantPath } from '../../lib/text/meant-path.ts'
import { inCaseOf, matchesPattern } from '../../lib/text/path-pattern.ts'

const { pathname, search, hash } = location
const { lang, path } = splitPath(pathname)
const shells = import.meta.env.SHELLS
// If the shell page itself is missing, its address matches the pattern as well; do not redirect again.
const found = shells.some(([, page]) => page === path)
  ? undefined
  : shells.find(([pattern]) => matchesPattern(pattern, path))
// One slash: two would begin the address of another site.
const typed = meantPath(
  withoutEnd(pathname)
    .replace(/^\/+/, '/')
    .replace(/\.html$/, ''),
)
const asked = splitPath(typed)
const capital = import.meta.env.CAPITALISED.map((it) => inCaseOf(it, asked.path)).find((it) => it)
// All other addresses are in lower case.
const meant = localPath(asked.lang, capital ?? asked.path.toLowerCase())
const { dataset } = document.documentElement
if (found) {
  dataset.leaving = ''
  location.replace(`${localPath(lang, found[1])}?at=${encodeURIComponent(pathname + search + hash)}`)
} else if (meant && meant !== pathname) {
  dataset.leaving = ''
  location.replace(meant + search + hash)
} else if (lang !== dataset.lang && path !== '/404') {
  // A host with one such page shows it in English for Chinese addresses too.
  dataset.leaving = ''
  location.replace(localPath(lang, '/404'))
}
