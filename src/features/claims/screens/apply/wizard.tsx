/** Selects the step that the page shows, and its state. */
import { useStore } from '@nanostores/react'
import { useEffect, useEffectEvent, useState } from 'react'
import { byDevice, lazyPart, silentPart } from '../../../../app/load/lazy.tsx'
import { $session } from '../../../../app/session/session.ts'
import { LoadFailed } from '../../../../app/load/load-failed.tsx'
import { NotFound } from '../../../../app/load/not-found.tsx'
import { TextWaiting } from '../../../../app/parts/wizard-parts.tsx'
import { useLang, useT } from '../../../../app/words/words.tsx'
import { formatDay, lastWholeDay } from '../../../../lib/days/dates.ts'
import { LIMITS } from '../../../../lib/limits-and-periods.ts'
import { splitPath } from '../../../../lib/locale.ts'
import { without } from '../../../../lib/object-keys.ts'
import { pageOf, pagePath, type WizardPage } from '../../steps.ts'
import { followSubmission, resumeSubmission } from './store/submission-in-browser.ts'
import {
  $answers,
  $draft,
  $wizard,
  follow,
  goBack,
  open,
  show,
  $conflicts,
  $saving,
  flush,
  leave,
  settle,
} from './store/wizard-store.ts'
import type { ArrangementProps, StepProps, WizardProps } from './props.ts'
import { PhotosWaiting } from '../photos-waiting.tsx'
import { useClaimFiles } from './store/use-claim-files.ts'
import { ConflictPanel } from '../../../../app/saving/conflict-panel.tsx'
import { SaveNotices } from '../../../../app/saving/save-notices.tsx'
import { answerKey } from '../../rules/claim-fields.ts'
import { answerWords, otherWords } from './answer-words.ts'

const parts = {
  web: () => import('./web.tsx'),
  mobile: () => import('./mobile.tsx'),
  list: () => import('./steps/start/start-step.tsx'),
  sign: () => import('./steps/sign-step.tsx'),
  event: () => import('./steps/event/event-step.tsx'),
  account: () => import('./steps/account/account-step.tsx'),
  documents: () => import('./steps/documents-step.tsx'),
  check: () => import('./steps/check-step.tsx'),
  success: () => import('./steps/success-step.tsx'),
}
/** For a death, and loaded only then. */
const deathParts = {
  event: () => import('./steps/death/death-event-step.tsx'),
  heirs: () => import('./steps/death/heirs-step.tsx'),
}
const Arrangement = byDevice<ArrangementProps>({ web: parts.web, mobile: parts.mobile })
const RestoreFocus = silentPart(() => import('../../../../app/parts/restore-focus.ts'))
const SlowNotice = silentPart(() => import('../../../../app/parts/slow-service-notice.tsx'))
const steps = {
  policy: lazyPart(parts.list, <TextWaiting />),
  sign: lazyPart(parts.sign, <TextWaiting />),
  event: lazyPart(parts.event, <TextWaiting />),
  account: lazyPart(parts.account, <TextWaiting />),
  documents: lazyPart(parts.documents, <TextWaiting />),
  check: lazyPart(parts.check, <TextWaiting />),
  success: lazyPart(parts.success, <TextWaiting />),
}
const DeathEventStep = lazyPart(deathParts.event, <TextWaiting />)
const HeirsStep = lazyPart(deathParts.heirs, <TextWaiting />)

// The step that the address names is asked for beside its draft, not after it.
if (!import.meta.env.SSR) void steps[pageOf(splitPath(location.pathname).path, location.search) ?? 'policy'].load()

export default function Wizard({ titles, before, drawn }: WizardProps) {
  const t = useT()
  const lang = useLang()
  const { phase: known, error, page, id, fromCheck, moves, lapsesAt } = useStore($wizard)
  const phase = import.meta.env.SSR ? drawn : known
  const draft = useStore($draft)
  const answers = useStore($answers)
  useEffect(() => {
    void open()
    return follow()
  }, [])
  useEffect(() => {
    document.title = titles[page] ?? document.title
  }, [titles, page])
  useEffect(() => followSubmission(), [])
  useEffect(() => {
    if (phase === 'ready' && id) void resumeSubmission(id)
  }, [phase, id])
  useBackArrow()
  const [listed, setListed] = useState(false)
  usePreload(phase === 'ready' || listed, page, answers?.type === 'death')

  if (phase === 'loading') return <TextWaiting />
  if (phase === 'failed') return <LoadFailed error={error} level={1} again={() => void open()} />
  if (phase === 'missing') {
    return (
      <NotFound
        title={t(lapsesAt ? 'claimform:missing.lapsed' : 'claimform:missing.title')}
        path={pagePath('policy', undefined)}
        go={t('claimform:missing.go')}
      >
        {lapsesAt
          ? t('claimform:missing.lapsedText', { day: formatDay(lastWholeDay(lapsesAt), lang), days: LIMITS.draftDays })
          : t('claimform:missing.text')}
      </NotFound>
    )
  }
  if (phase === 'sent' && id) return <steps.success key={id} id={id} />
  return (
    <>
      <SaveStatus />
      <RestoreFocus />
      <SlowNotice part="claims">{t('claimform:slow')}</SlowNotice>
      {draft && <DraftPhotosWaiting claim={draft.id} />}
      <Arrangement page={page} draft={draft}>
        {page === 'policy' || !draft || !answers ? (
          <steps.policy draft={draft} still={moves === 0} fromCheck={fromCheck} listed={setListed} />
        ) : (
          <Step
            key={page}
            page={page}
            before={before}
            draft={draft}
            answers={answers}
            fromCheck={fromCheck}
            still={moves === 0}
          />
        )}
      </Arrangement>
    </>
  )
}

function Step({ page, before, ...props }: StepProps & Pick<WizardProps, 'before'> & { page: WizardPage }) {
  const death = props.answers.type === 'death'
  if (page === 'sign') return <steps.sign {...props} before={before} />
  if (page === 'event') return death ? <DeathEventStep {...props} /> : <steps.event {...props} />
  if (page === 'account') return death ? <HeirsStep {...props} /> : <steps.account {...props} />
  if (page === 'documents') return <steps.documents {...props} />
  return page === 'check' ? <steps.check {...props} /> : null
}

/** The phone's back arrow leads to the previous step; from the first one it leaves the wizard. */
function useBackArrow(): void {
  useEffect(() => {
    const onClick = (event: MouseEvent): void => {
      const link = event.target instanceof Element ? event.target.closest('a[data-back]') : null
      const { phase, page } = $wizard.get()
      if (!link || phase !== 'ready' || page === 'policy' || page === 'success') return
      event.preventDefault()
      goBack(page)
    }
    document.addEventListener('click', onClick)
    return () => document.removeEventListener('click', onClick)
  }, [])
}

/** Who asked the browser to save data, or has hardly a connection, is sent nothing before it is needed (design §8). */
function savesData(): boolean {
  const { connection } = navigator
  return connection?.saveData === true || connection?.effectiveType.endsWith('2g') === true
}

/** Resolves when the browser has nothing else to do, or after 5 s of work. */
const idleLine = (): Promise<void> =>
  new Promise((done) => {
    if (typeof requestIdleCallback === 'undefined') setTimeout(done, 2000)
    else requestIdleCallback(() => done(), { timeout: 5000 })
  })

/**
 * Preloads all steps once the one at hand is shown and the line is idle: later the connection may be gone, and nobody
 * should see an empty page. Who saves data, or has hardly a connection, gets each step when it is reached.
 */
function usePreload(shown: boolean, page: WizardPage, death: boolean): void {
  const preload = useEffectEvent(async (left: AbortSignal) => {
    await steps[page].load()
    await idleLine()
    if (left.aborted) return
    for (const part of Object.values({
      ...without(parts, $session.get().device === 'mobile' ? 'web' : 'mobile'),
      ...(death ? { died: deathParts.event, heirs: deathParts.heirs } : {}),
    }))
      part().catch(() => undefined)
    const { hospitalIndex } = await import('./steps/event/hospital-field.tsx')
    await hospitalIndex(splitPath(location.pathname).lang)
  })
  useEffect(() => {
    if (!shown || savesData()) return undefined
    const leaving = new AbortController()
    preload(leaving.signal).catch(() => undefined)
    return () => leaving.abort()
  }, [shown, death])
}

/** Uploads the photos that wait on this device also from steps that do not list them, and shows that they wait. */
function DraftPhotosWaiting({ claim }: { claim: string }) {
  const { page } = useStore($wizard)
  // The steps of documents and of sending show the photos themselves.
  if (page === 'documents' || page === 'check') return null
  return <Elsewhere claim={claim} />
}

function Elsewhere({ claim }: { claim: string }) {
  const uploads = useClaimFiles(claim)
  if (uploads.pending === 0) return null
  return (
    <div className="mb-6">
      <PhotosWaiting uploads={uploads} go={{ onClick: () => show('documents') }} />
    </div>
  )
}

/** The state of saving a claim, and answers that were changed here and on another device. */
const leaveNow = (href: string): void => void leave(href)

function SaveStatus() {
  const conflicted = useStore($conflicts).length > 0
  return (
    <>
      <SaveNotices saving={useStore($saving)} conflicted={conflicted} again={flush} leave={leaveNow} />
      <Conflicts />
    </>
  )
}

function Conflicts() {
  const t = useT()
  const lang = useLang()
  const conflicts = useStore($conflicts)
  const answers = useStore($answers)
  if (!answers) return null
  const rows = conflicts.flatMap((one) => {
    const key = answerKey.safeParse(one.path)
    if (!key.success) return []
    return {
      ...one,
      label: t(`claimform:field.${key.data}`),
      mine: answerWords(t, lang, key.data, answers),
      theirs: otherWords(t, lang, key.data, one.theirs, answers),
    }
  })
  return <ConflictPanel rows={rows} onTake={settle} />
}
