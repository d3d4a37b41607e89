/**
 * Runs inline on the page of unknown addresses, which a static host without rewrites also shows for a path with an id:
 * redirects to the page of that path, which restores the address (`boot.ts`).
 */
import { localPath, splitPath } from '../../lib/locale.ts'
import { matchesPattern } from '../../lib/path-pattern.ts'

const { pathname, search, hash } = location
const { lang, path } = splitPath(pathname)
const shells = import.meta.env.SHELLS
// If the shell page itself is missing, its address matches the pattern as well; do not redirect again.
const found = shells.some(([, page]) => page === path)
  ? undefined
  : shells.find(([pattern]) => matchesPattern(pattern, path))
const { dataset } = document.documentElement
if (found) {
  dataset.leaving = ''
  location.replace(`${localPath(lang, found[1])}?at=${encodeURIComponent(pathname + search + hash)}`)
} else if (lang !== dataset.lang && path !== '/404') {
  // A host with one such page shows it in English for Chinese addresses too.
  dataset.leaving = ''
  location.replace(localPath(lang, '/404'))
}
