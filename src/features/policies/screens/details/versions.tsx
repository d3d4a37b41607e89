/** Every version of a policy, the newest first: what it changed, since when, and its documents, which remain available. */
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay } from '../../../../lib/days/dates.ts'
import { formatMoney } from '../../../../lib/money/money.ts'
import { joinedNames, localPath } from '../../../../lib/locale.ts'
import { Badge } from '../../../../ui/Badge.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { PolicyView } from '../../contract.ts'
import { Get } from './document-links.tsx'

type Version = PolicyView['versions'][number]

export default function Versions({ policy }: { policy: PolicyView }) {
  const t = useT()
  const newest = policy.versions.length
  return (
    <section className="mt-6">
      <h3 className="mb-1 text-body font-semibold">{t('policies:versions.title')}</h3>
      <ol className="ruled" reversed>
        {[...policy.versions].reverse().map((version) => (
          <One key={version.number} policy={policy} version={version} replaced={version.number < newest} />
        ))}
      </ol>
    </section>
  )
}

function One({ policy, version, replaced }: { policy: PolicyView; version: Version; replaced: boolean }) {
  const t = useT()
  const lang = useLang()
  const { number, reason, validFrom, changes, premiumChange, paidAs } = version
  const documents = policy.documents.filter((it) => it.version === number)
  const kinds = [...new Set(documents.map((it) => it.kind))]
  return (
    <li className="grid gap-1 py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="font-semibold">
          {t('policies:versions.one', { number, reason: t(`policies:versions.reason.${reason}`) })}
        </span>
        {replaced && <Badge kind="plain">{t('policies:versions.replaced')}</Badge>}
      </p>
      <p className="text-small text-ink-2">
        {t('policies:versions.from', { day: formatDay(validFrom, lang) })}
        {premiumChange !== null &&
          number > 1 &&
          premiumChange.amount !== 0 &&
          ` ${t('policies:versions.premium', { amount: formatMoney(premiumChange, lang) })}`}
      </p>
      {paidAs !== null && (
        <p className="text-small">
          <TextLink look="go" href={localPath(lang, `/personal/order?invoice=${paidAs}`)}>
            {t('policies:versions.invoice')}
          </TextLink>
        </p>
      )}
      {changes.length > 0 && (
        <p className="text-small text-ink-2">
          {t('policies:versions.changed', {
            what: joinedNames(
              lang,
              changes.map((it) => t(`policies:versions.change.${it}`)),
            ),
          })}
        </p>
      )}
      {replaced && kinds.length > 0 && (
        <ul className="mt-1">
          {kinds.map((kind) => (
            <li key={kind} className="flex items-center gap-x-3.5 py-1 text-small">
              <span className="mr-auto">{t(`policies:documents.${kind}`)}</span>
              {documents
                .filter((it) => it.kind === kind)
                .map((copy) => (
                  <Get key={copy.lang} policy={policy} copy={copy} earlier />
                ))}
            </li>
          ))}
        </ul>
      )}
    </li>
  )
}
