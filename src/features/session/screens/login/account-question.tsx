import { useEffect, useRef } from 'react'
import { richText, type Marks } from '../../../../app/parts/rich-text.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { SITE } from '../../../../lib/site.ts'
import { Button } from '../../../../ui/Button.tsx'
import { FailedNotice } from '../../../../ui/Notice.tsx'
import { TextLink } from '../../../../ui/TextLink.tsx'
import type { AccountQuestionState } from './use-account-question.ts'

const BOLD: Marks = {
  b: (text) => <strong className={text.includes('@') ? 'wrap-anywhere' : 'whitespace-nowrap'}>{text}</strong>,
}

/** Whoever signs in with a contact that was added to an account is asked whether the account is theirs. */
export function AccountQuestion({ state }: { state: AccountQuestionState }) {
  const t = useT()
  const { phone } = SITE[useLang()]
  const heading = useRef<HTMLHeadingElement>(null)
  // The form, which had the focus, is gone.
  useEffect(() => heading.current?.focus(), [])
  const { asked, answering, notice, choose } = state
  if (!asked) return null
  const [one = '', two] = asked.others
  const others = two === undefined ? one : t('session:account.both', { one, other: two })
  const names = { contact: asked.contact, others, phone }
  return (
    <section className="grid max-w-xl gap-6">
      <h1 className="type-h1 outline-none" tabIndex={-1} ref={heading}>
        {t('session:account.title')}
      </h1>
      <p className="type-lead">{richText(t('session:account.text', names), BOLD)}</p>
      <p className="text-ink-2">{t('session:account.why')}</p>
      <FailedNotice>{notice}</FailedNotice>
      <div className="flex flex-wrap gap-3">
        <Button
          look="primary"
          onClick={() => choose('yes')}
          working={answering === 'yes' && t('session:account.yesWorking')}
        >
          {t('session:account.yes')}
        </Button>
        <Button
          look="line"
          describedBy="account-not-mine"
          onClick={() => choose('no')}
          working={answering === 'no' && t('session:account.noWorking')}
        >
          {t('session:account.no')}
        </Button>
      </div>
      <div className="grid gap-2 text-small wrap-anywhere text-ink-2">
        <p id="account-not-mine">{t('session:account.after', names)}</p>
        <p>{t('session:account.unsure', names)}</p>
        <p>
          <TextLink onClick={state.leave}>{t('session:account.other')}</TextLink>
        </p>
      </div>
    </section>
  )
}
