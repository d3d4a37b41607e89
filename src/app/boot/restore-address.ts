/**
 * Runs inline before the boot script on the page of a path with an id. A host without rewrites shows its page of
 * unknown addresses for such a path; that one leads here (`find-shell.ts`). The requested address is restored before
 * anything reads it.
 */
import { splitPath } from '../../lib/locale.ts'
import { matchesPattern } from '../../lib/text/path-pattern.ts'

const asked = new URLSearchParams(location.search).get('at') ?? ''
if (matchesPattern(document.documentElement.dataset.shell ?? '', splitPath(asked.replace(/[?#].*/s, '')).path))
  history.replaceState(null, '', asked)
