import { useStore } from '@nanostores/react'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { localPath } from '../../../../lib/locale.ts'
import { Steps } from '../../../../ui/Steps.tsx'
import { CLAIM_STEPS } from '../../list-contract.ts'
import { pagePath } from '../../steps.ts'
import { stepKey } from '../../rules/word-keys.ts'
import { $draft, $ready, $wizard, mayShow, show } from './store/wizard-store.ts'

/** Progress of the person; steps that may be shown are links. */
export function Progress() {
  const t = useT()
  const lang = useLang()
  const { page, id } = useStore($wizard)
  useStore($draft)
  useStore($ready)
  const now = page === 'success' ? CLAIM_STEPS.length - 1 : CLAIM_STEPS.indexOf(page)
  return (
    <nav aria-label={t('claimform:progress')}>
      <Steps
        now={now}
        position={t('ui:step', { now: now + 1, all: CLAIM_STEPS.length })}
        steps={CLAIM_STEPS.map((step) => ({
          label: t(stepKey(step)),
          ...(id && mayShow(step) ? { href: localPath(lang, pagePath(step, id)), onOpen: () => show(step) } : {}),
        }))}
      />
    </nav>
  )
}
