/** What we need from the person: the only boxed part of a claim's page, or a sentence that nothing is needed. */
import { Fragment } from 'react'
import { pageSearch } from '../../../../../app/address/page-address.ts'
import { Gap, useLang, useT } from '../../../../../app/words/words.tsx'
import { dayOf, formatDay, formatNear } from '../../../../../lib/days/dates.ts'
import { joinedNames, localPath, sentences, type Lang } from '../../../../../lib/locale.ts'
import { formatCurrency } from '../../../../../lib/money/money.ts'
import { Button } from '../../../../../ui/Button.tsx'
import { Icon } from '../../../../../ui/Icon.tsx'
import { NeedPanel } from '../../../../../ui/NeedPanel.tsx'
import { Notice } from '../../../../../ui/Notice.tsx'
import { TextLink } from '../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../ui/use-now.ts'
import type { ClaimView, RequestItem, RequestView } from '../../../contract.ts'
import { promisedDocuments } from '../../../rules/case/promised-documents.ts'
import { addDocumentPath, supplementPath, itemPath } from '../../../rules/claim-paths.ts'
import { resultPath } from '../../../list-contract.ts'
import { isOpen } from '../../../rules/status-values.ts'
import { openItems, openRequest } from '../claim-selectors.ts'
import { withoutLineBreaks } from '../text-format.ts'
import { buttonVariantFor } from '../button-look-after-death.ts'

export function NeededFromYou({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const request = openRequest(claim)
  if (claim.may.correctAccount) return <Account claim={claim} />
  if (claim.accountReturned) {
    return (
      <>
        <OtherAccount claim={claim} returned={claim.accountReturned} />
        {request && <Asked claim={claim} request={request} second={claim.accountReturned.may !== 'wait'} />}
      </>
    )
  }
  if (request) return <Asked claim={claim} request={request} />
  if (!isOpen(claim.status)) return null
  const review = claim.appeals.some(({ status }) => status === 'open')
  const promised = promisedDocuments(claim)
  return (
    <>
      {claim.rateAwaited && (
        <Notice kind="info" title={t('claimprogress:rate.title', { day: formatDay(claim.rateAwaited.day, lang) })}>
          {t('claimprogress:rate.text', {
            currency: formatCurrency(claim.rateAwaited.currency, lang),
            day: formatDay(claim.rateAwaited.day, lang),
          })}
        </Notice>
      )}
      {justSent(claim) && (
        <Notice kind="ok" live="status" title={t('claimprogress:need.sent')}>
          {t('claimprogress:need.sentText')}
        </Notice>
      )}
      <p className="flex gap-3 border-y border-line py-4 text-ink-2">
        <Icon
          name={promised.length > 0 && !review ? 'circle-dashed' : 'check'}
          className={`mt-[calc((1lh-1.25rem)/2)] ${promised.length > 0 && !review ? 'text-warn' : 'text-ok'}`}
        />
        {review ? (
          <span>
            <strong className="font-semibold text-base-content">{t('claimprogress:need.review')}</strong>
            <Gap />
            {t('claimprogress:need.reviewText')}
            <Gap />
            <TextLink look="inline" href={localPath(lang, `${resultPath(claim)}#appeal`)}>
              {t('claimprogress:need.reviewFiles')}
            </TextLink>
          </span>
        ) : (
          <span>
            <strong className="font-semibold text-base-content">
              {promised.length > 0
                ? t('claimprogress:need.promised', {
                    documents: joinedNames(
                      lang,
                      promised.map((kind) => t(`claims:document.${kind}.name`)),
                    ),
                  })
                : t('claimprogress:need.nothing')}
            </strong>
            <Gap />
            {promised.map((kind) => (
              <Fragment key={kind}>
                <TextLink look="inline" href={localPath(lang, addDocumentPath(claim.id, kind))}>
                  {t('claimprogress:need.promisedAdd', { document: t(`claims:document.${kind}.name`) })}
                </TextLink>{' '}
              </Fragment>
            ))}
            {t('claimprogress:need.nothingText', { email: claim.answers.email })}
          </span>
        )}
      </p>
    </>
  )
}

/** The page from which an answer was sent leads here. */
const justSent = ({ status }: ClaimView): boolean =>
  status === 'supplement_submitted' && new URLSearchParams(pageSearch()).has('sent')

function useDue(request: RequestView): string {
  const t = useT()
  return t(request.overdue ? 'claimprogress:need.was' : 'claimprogress:need.by', { day: request.dueOn })
}

/** Small numbers are written as words, in either language. */
export const useCount = () => {
  const t = useT()
  return (count: number): string => (count < 10 ? t(`claimprogress:numbers.${count}`) : String(count))
}

/** `second`: another part above has the page's one accent button. */
function Asked({ claim, request, second = false }: { claim: ClaimView; request: RequestView; second?: boolean }) {
  const t = useT()
  const look = second ? 'line' : buttonVariantFor(claim)
  const lang = useLang()
  const due = useDue(request)
  const number = useCount()
  const items = openItems(request)
  const [first] = items
  const all = localPath(lang, supplementPath(claim.id))
  if (!first) {
    return (
      <NeedPanel
        strip={t('claimprogress:need.ready')}
        due={due}
        title={t('claimprogress:need.readyTitle')}
        action={
          <Button look={look} icon="send" href={all}>
            {t('claimprogress:need.send')}
          </Button>
        }
      >
        {t('claimprogress:need.readyText')}
      </NeedPanel>
    )
  }
  const strip = t('claimprogress:need.strip', { count: items.length, number: number(items.length) })
  if (items.length > 1) {
    return (
      <NeedPanel
        strip={strip}
        due={due}
        title={t('claimprogress:need.many')}
        action={
          <Button look={look} icon="camera" href={all}>
            {t('claimprogress:need.addMany')}
          </Button>
        }
      >
        {claim.type === 'death' && <p>{t('claimprogress:need.noHurry')}</p>}
        <ol className="prose-list mt-2 list-decimal">
          {items.map((item) => (
            <li key={item.id}>
              <Short item={item} lang={lang} />
            </li>
          ))}
        </ol>
      </NeedPanel>
    )
  }
  return (
    <NeedPanel
      strip={strip}
      due={due}
      title={first.title[lang]}
      must={
        <>
          {withoutLineBreaks(first.must[lang])}
          <Gap />
          <TextLink look="inline" href={localPath(lang, itemPath(claim.id, first.id, 'sample'))}>
            {t('claimprogress:need.example')}
          </TextLink>
        </>
      }
      action={
        <Button look={look} icon="camera" href={localPath(lang, itemPath(claim.id, first.id))}>
          {t('claimprogress:need.add')}
        </Button>
      }
      wayOut={
        <TextLink href={localPath(lang, itemPath(claim.id, first.id, 'cannot'))}>
          {t('claimprogress:need.cannot')}
        </TextLink>
      }
    >
      {withoutLineBreaks(first.reason[lang])}
    </NeedPanel>
  )
}

const Short = ({ item, lang }: { item: RequestItem; lang: Lang }) => (
  <>
    <strong className="font-semibold text-base-content">{item.title[lang]}</strong>
    <span className="block text-small">{withoutLineBreaks(item.reason[lang])}</span>
  </>
)

/** The bank returned the money. */
function Account({ claim }: { claim: ClaimView }) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const failed = claim.payments.find(({ returned }) => returned)
  return (
    <NeedPanel
      strip={t('claimprogress:need.accountStrip')}
      due={
        failed?.settledAt
          ? t('claimprogress:need.since', { day: formatNear(dayOf(failed.settledAt), lang, today) })
          : ''
      }
      title={t('claimprogress:need.account')}
      must={t('claimprogress:need.accountMust')}
      action={
        <Button
          look={buttonVariantFor(claim)}
          icon="landmark"
          href={localPath(
            lang,
            `${supplementPath(claim.id)}&part=account${failed?.payee ? `&payment=${failed.id}` : ''}`,
          )}
        >
          {t('claimprogress:need.accountGo')}
        </Button>
      }
    >
      {failed?.reason?.[lang] ?? t('claimprogress:need.accountText')}
    </NeedPanel>
  )
}

/** The account that this claim is to be paid to has returned another claim's payment. */
function OtherAccount({
  claim,
  returned: { on, bank, tail, reason, may },
}: {
  claim: ClaimView
  returned: NonNullable<ClaimView['accountReturned']>
}) {
  const t = useT()
  const lang = useLang()
  const today = dayOf(useNow())
  const day = formatNear(on, lang, today)
  const title = t('claimprogress:need.accountElsewhere', { bank, tail })
  if (may === 'wait')
    return (
      <Notice kind="warn" title={title}>
        {sentences(lang, t('claimprogress:need.accountElsewhereText', { day }), t('claimprogress:need.accountWait'))}
      </Notice>
    )
  return (
    <NeedPanel
      strip={t('claimprogress:need.accountStrip')}
      due={t('claimprogress:need.since', { day })}
      title={title}
      must={t('claimprogress:need.accountName')}
      action={
        <Button
          look={buttonVariantFor(claim)}
          icon="landmark"
          href={localPath(lang, `${supplementPath(claim.id)}&part=account`)}
        >
          {t('claimprogress:need.accountOther')}
        </Button>
      }
    >
      {sentences(lang, t('claimprogress:need.accountElsewhereText', { day }), reason?.[lang] ?? '')}
    </NeedPanel>
  )
}
