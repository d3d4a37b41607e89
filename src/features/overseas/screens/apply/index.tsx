/** `/other/overseas/apply/<slug>`: the form of an application that we pass on to the insurer. */
import { useEffect, useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { Gap, useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Checkbox } from '../../../../ui/Choice.tsx'
import { ErrorSummary } from '../../../../ui/ErrorSummary.tsx'
import { CheckedForm } from '../../../../ui/CheckedForm.tsx'
import { FailedNotice, Notice } from '../../../../ui/Notice.tsx'
import { SummaryList } from '../../../../ui/SummaryList.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import { ContactPart, PersonPart, TripPart } from './application-fields.tsx'
import { useApplicationForm, type AppliedProduct } from './use-application-form.ts'
import { listApplications } from '../../contract.ts'
import { request } from '../../../../app/requests/browser-requester.ts'

export default function ApplyPage({ product, ...props }: IslandProps & { product: AppliedProduct }) {
  return (
    <Island {...props}>
      <Form product={product} />
    </Island>
  )
}

function Form({ product }: { product: AppliedProduct }) {
  const t = useT()
  const lang = useLang()
  const form = useApplicationForm(product)
  const earlier = useEarlierApplication(product.slug)
  const { errors, attempt, notice, sending } = form
  const complete = localPath(lang, '/other/overseas/complete')
  return (
    <CheckedForm className="grid max-w-2xl grid-cols-1 gap-10" onSend={() => form.send()}>
      {earlier && (
        <Notice kind="info" title={t('referral:earlier.title', { number: earlier })}>
          {t('referral:earlier.text')}
          <Gap />
          <TextLink href={`${complete}?id=${earlier}`}>{t('referral:earlier.go')}</TextLink>
        </Notice>
      )}
      {errors.length > 0 && (
        <ErrorSummary
          title={t('referral:errorTitle', { count: errors.length, number: errors.length })}
          errors={errors}
          attempt={attempt}
        />
      )}
      <PersonPart form={form} product={product} />
      <TripPart form={form} product={product} />
      <ContactPart form={form} product={product} />
      <section className="grid gap-4">
        <SummaryList
          title={t('referral:consent.title')}
          rows={product.consent.rows.map(({ term, text }) => ({
            term,
            value: <span className="sentences block font-normal">{text}</span>,
          }))}
        />
        <p className="text-small">
          <TextLink href={localPath(lang, '/information/content/personal-information-consent')}>
            {t('referral:consent.read')}
          </TextLink>
        </p>
        <Checkbox id="agreed" checked={form.agreed} onChange={form.agree} error={form.errorOf('agreed')}>
          {product.consent.box}
        </Checkbox>
      </section>
      <div className="grid gap-4">
        <FailedNotice>{notice}</FailedNotice>
        <p>
          <Button
            look="accent"
            size="lg"
            type="submit"
            className="mobile:w-full"
            working={sending && t('referral:sending')}
          >
            {t('referral:send')}
          </Button>
        </p>
        <p className="text-small text-ink-2">{t('referral:free', { insurer: product.insurer })}</p>
      </div>
    </CheckedForm>
  )
}

/** The number of an open application for this product: sent earlier, or just now with the reply lost. */
function useEarlierApplication(slug: string): string | undefined {
  const [number, setNumber] = useState<string>()
  useEffect(() => {
    let gone = false
    // A failed call shows no error: the form works without it, and sending reports what is wrong.
    request(listApplications, {})
      .then((reply) => {
        const found = reply.ok
          ? reply.data.applications.find(
              ({ product, status }) => product === slug && (status === 'submitted' || status === 'referred'),
            )
          : undefined
        if (!gone) setNumber(found?.id)
      })
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [slug])
  return number
}
