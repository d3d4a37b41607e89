/** Who is paid after a death: the heirs, each with their share and account (terms 2.3; decision 0071). */
import { useState } from 'react'
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { Actions, StepForm, StepHead, useAttempt } from '../../../../../../app/parts/wizard-parts.tsx'
import { latestDay } from '../../../../../../lib/days/dates.ts'
import { Button } from '../../../../../../ui/Button.tsx'
import { RadioGroup } from '../../../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../../../ui/Field.tsx'
import { Icon } from '../../../../../../ui/Icon.tsx'
import { TextLink } from '../../../../../../ui/TextLink.tsx'
import { useNow } from '../../../../../../ui/use-now.ts'
import type { ClaimAnswers } from '../../../../rules/claim-fields.ts'
import { heirErrors } from '../../../../rules/heir-rules.ts'
import { emptyHeir, HEIR_SHARES, MOST_HEIRS, type Heir } from '../../../../rules/heirs.ts'
import { percentTyped } from '../../../../rules/heir-shares.ts'
import { ClaimErrorSummary } from '../../claim-error-summary.tsx'
import type { StepProps } from '../../props.ts'
import { change, goBack, proceed } from '../../store/wizard-store.ts'
import { HeirFields } from './heir-fields.tsx'

const newId = (): string => crypto.randomUUID().replaceAll('-', '').slice(0, 8)

/** Errors in the order of the page: heir by heir, then the shares. */
const inOrder = (errors: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(errors).sort(
      ([a], [b]) =>
        Number(a.startsWith('heirShares') || a === 'heirs') - Number(b.startsWith('heirShares') || b === 'heirs'),
    ),
  )

export default function HeirsStep({ draft, answers, still }: StepProps) {
  const t = useT()
  const today = latestDay(useNow())
  const { heirs, heirShares } = answers
  const [attempt, tryOn] = useAttempt(draft.id, 'heirs')
  const [known, setKnown] = useState<readonly string[]>(() => heirs.map(({ id }) => id))
  const errors = heirErrors(answers, today)
  // A newly added heir shows no errors before the button was pressed again.
  const fresh = (key: string): boolean => key.startsWith('heirs.') && !known.includes(key.split('.')[1] ?? '')
  const shown = attempt > 0 ? inOrder(Object.fromEntries(Object.entries(errors).filter(([key]) => !fresh(key)))) : {}
  const errorOf = (key: string): string | undefined => (shown[key] ? t(`errors:field.${shown[key]}`) : undefined)
  const numbered = (key: string): string | undefined => {
    const at = heirs.findIndex(({ id }) => key.startsWith(`heirs.${id}.`))
    return at < 0 ? errorOf(key) : t('claimform:death.heirs.errorAt', { number: at + 1, error: errorOf(key) })
  }
  const set = (changed: Heir): void => change({ heirs: heirs.map((heir) => (heir.id === changed.id ? changed : heir)) })
  const self: Heir = {
    ...emptyHeir(newId()),
    name: draft.signer.name,
    accountName: draft.signer.name,
    relation: answers.claimant.relation,
  }
  const asked = heirs.some(({ name }) => name === draft.signer.name)

  return (
    <StepForm
      onGo={() => {
        tryOn()
        setKnown(heirs.map(({ id }) => id))
        if (Object.keys(errors).length === 0) proceed('account')
      }}
    >
      <StepHead still={still} title={t('claimform:death.heirs.title')} lead={t('claimform:death.heirs.lead')} />
      <ClaimErrorSummary errors={shown} errorOf={numbered} attempt={attempt} />
      <section className="grid gap-4">
        <h2 className="type-h2 outline-none" id="heirs" tabIndex={-1}>
          {t('claimform:field.heirs')}
        </h2>
        {errorOf('heirs') && heirs.length === 0 && (
          <p className="field-error">
            <Icon name="circle-alert" size={16} />
            {errorOf('heirs')}
          </p>
        )}
        {heirs.length > 0 && (
          <ol className="ruled">
            {heirs.map((heir, i) => (
              <li key={heir.id} className="grid gap-6 py-6">
                <div className="flex items-baseline justify-between gap-4">
                  <h3 className="type-h3">{t('claimform:death.heirs.heir', { number: i + 1 })}</h3>
                  <TextLink onClick={() => change({ heirs: heirs.filter(({ id }) => id !== heir.id) })}>
                    {t('claimform:visits.remove')}
                    <span className="sr-only"> {i + 1}</span>
                  </TextLink>
                </div>
                <HeirFields
                  heir={heir}
                  set={set}
                  errorOf={(field) => errorOf(`heirs.${heir.id}.${field}`)}
                  today={today}
                  percent={heirs.length > 1 && heirShares === 'agreed'}
                />
              </li>
            ))}
          </ol>
        )}
        <div className="flex flex-wrap gap-3">
          {!asked && (
            <Button icon="plus" onClick={() => change({ heirs: [...heirs, self] })}>
              {t('claimform:death.heirs.addSelf', { name: draft.signer.name })}
            </Button>
          )}
          {heirs.length < MOST_HEIRS && (
            <Button icon="plus" onClick={() => change({ heirs: [...heirs, emptyHeir(newId())] })}>
              {t(heirs.length > 0 ? 'claimform:death.heirs.another' : 'claimform:death.heirs.add')}
            </Button>
          )}
        </div>
      </section>
      {heirs.length > 1 && (
        <Shares
          answers={answers}
          error={errorOf('heirShares')}
          wrong={heirShares === 'agreed' ? errorOf('heirs') : undefined}
        />
      )}
      <Actions
        main={
          <Button look="primary" type="submit">
            {t('claimform:continue')}
          </Button>
        }
        side={<TextLink onClick={() => goBack('account')}>{t('claimform:back')}</TextLink>}
        hint={t('claimform:death.stop')}
      />
    </StepForm>
  )
}

/** How the money is divided; with agreed shares, their sum so far. */
function Shares({
  answers: { heirs, heirShares },
  error,
  wrong,
}: {
  answers: ClaimAnswers
  error: string | undefined
  wrong: string | undefined
}) {
  const t = useT()
  const lang = useLang()
  const sum = new Intl.NumberFormat(lang === 'cn' ? 'zh-CN' : 'en-GB', { maximumFractionDigits: 2 }).format(
    percentTyped(heirs) / 100,
  )
  return (
    <section className="grid gap-4">
      <FieldGroup id="heirShares" label={t('claimform:field.heirShares')} error={error}>
        <div className="choice-rows">
          <RadioGroup
            name="heirShares"
            value={heirShares}
            onChange={(value) => change({ heirShares: value })}
            options={HEIR_SHARES.map((value) => ({
              value,
              label: <span className="font-semibold">{t(`claimform:death.shares.${value}`)}</span>,
              hint: t(`claimform:death.shares.${value}Hint`),
            }))}
          />
        </div>
      </FieldGroup>
      {heirShares === 'agreed' && (
        <p className="num font-semibold" aria-live="polite">
          {t('claimform:death.shares.sum', { sum })}
        </p>
      )}
      {wrong && (
        <p className="field-error">
          <Icon name="circle-alert" size={16} />
          {wrong}
        </p>
      )}
    </section>
  )
}
