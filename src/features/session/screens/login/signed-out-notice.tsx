import { serviceLine } from '../../../../lib/site.ts'
import { safeBackUrl, type WhyEnded } from '../../../../app/address/redirect-by-route.ts'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { splitPath } from '../../../../lib/locale.ts'
import { Notice } from '../../../../ui/Notice.tsx'

const REASONS: readonly WhyEnded[] = ['expired', 'elsewhere', 'out']

/** Why somebody who was signed in sees this page, according to the address. */
export const endReasonOf = (query: URLSearchParams): WhyEnded | undefined =>
  REASONS.find((why) => why === query.get('why'))

/** Says why the login ended, and that what was being filled in is saved. */
export function SignedOutNotice({ why, back }: { why: WhyEnded; back: string | null }) {
  const t = useT()
  const lang = useLang()
  const kept = keptOf(back)
  return (
    <Notice kind={why === 'elsewhere' ? 'warn' : 'info'} live="status" title={t(`session:why.${why}.title`)}>
      <span className="block">
        {t(`session:why.${why}.text`, {
          minutes: LIMITS.sessionMinutes,
          hours: LIMITS.sessionHours,
          line: serviceLine(lang),
        })}
      </span>
      {kept && <span className="mt-2 block">{t(`session:why.${kept}`)}</span>}
    </Notice>
  )
}

/** What the person was filling in. */
function keptOf(back: string | null): 'claim' | 'purchase' | undefined {
  const { path } = splitPath(new URL(safeBackUrl(back) ?? '/', 'https://own.invalid').pathname)
  if (path.startsWith('/claim/application') || path === '/qrcode') return 'claim'
  return ['/confirm', '/pay', '/payment'].some((start) => path === start || path.startsWith(`${start}/`))
    ? 'purchase'
    : undefined
}
