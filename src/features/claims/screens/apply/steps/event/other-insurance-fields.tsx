/**
 * What other insurance has paid: for each invoice by whom and how much, in the invoice's currency. May stay empty while
 * it is not known: the other insurer's statement follows with the documents.
 */
import { useLang, useT } from '../../../../../../app/words/words.tsx'
import { Field } from '../../../../../../ui/Field.tsx'
import { TextInput } from '../../../../../../ui/TextInput.tsx'
import type { ClaimAnswers, Visit } from '../../../../rules/claim-fields.ts'
import { visitWords } from '../../answer-words.ts'
import { change } from '../../store/wizard-store.ts'
import { AmountField, AmountMeaning, useTyping } from './amount-field.tsx'

interface Props {
  answers: Pick<ClaimAnswers, 'visits' | 'otherInsurance'>
  errorOf: (key: string) => string | undefined
}

export function OtherInsuranceFields({ answers: { visits, otherInsurance }, errorOf }: Props) {
  const t = useT()
  const set = (changed: Visit): void => change({ visits: visits.map((it) => (it.id === changed.id ? changed : it)) })
  if (!otherInsurance) return null
  return (
    <section className="grid gap-2">
      <h3 className="type-h3">{t('claimform:other.title')}</h3>
      <p className="text-ink-2">{t('claimform:other.lead')}</p>
      <ol className="ruled">
        {visits.map((visit, i) => (
          <One key={visit.id} visit={visit} number={i + 1} set={set} errorOf={errorOf} />
        ))}
      </ol>
    </section>
  )
}

const NOTHING = { payer: '', typed: '', amount: null }

interface OneProps {
  visit: Visit
  number: number
  set: (visit: Visit) => void
  errorOf: Props['errorOf']
}

function One({ visit, number, set, errorOf }: OneProps) {
  const t = useT()
  const lang = useLang()
  const [typing, setTyping] = useTyping()
  const other = visit.other ?? NOTHING
  const id = (field: string): string => `visits.${visit.id}.${field}`
  // The amount is read like the invoice's own, in the same currency.
  const paid: Visit = { ...visit, typed: other.typed, amount: other.amount }
  const setPaid = ({ typed = '', amount }: Visit): void => set({ ...visit, other: { ...other, typed, amount } })
  const invoice = visitWords({ ...visit, elsewhere: null }, lang)
  return (
    <li className="grid gap-4 py-4">
      <h4 className="font-semibold">
        {t('claimform:other.row', { number })}
        {invoice !== '' && <span className="num ms-2 text-small font-normal text-ink-2">{invoice}</span>}
      </h4>
      <div className="grid items-end gap-4 web:md:grid-cols-2">
        <Field id={id('otherPayer')} label={t('claimform:other.payer')} error={errorOf(id('otherPayer'))}>
          <TextInput
            value={other.payer}
            onChange={(payer) => set({ ...visit, other: { ...other, payer } })}
            maxLength={120}
            autoComplete="off"
          />
        </Field>
        <AmountField
          id={id('otherAmount')}
          label={t('claimform:other.amount', { currency: visit.currency })}
          visit={paid}
          set={setPaid}
          error={errorOf(id('otherAmount'))}
          typing={typing}
          onTyping={setTyping}
        />
      </div>
      <AmountMeaning id={id('otherAmount')} visit={paid} set={setPaid} typing={typing} />
    </li>
  )
}
