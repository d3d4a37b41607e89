/** The parts of the people step: when and for whom, who buys, who is insured. */
import type { ReactNode } from 'react'
import { StepPart } from '../../../../../../app/parts/wizard-parts.tsx'
import { useT } from '../../../../../../app/words/words.tsx'
import type { Day } from '../../../../../../lib/days/dates.ts'
import { Checkbox, RadioGroup } from '../../../../../../ui/Choice.tsx'
import { FieldGroup } from '../../../../../../ui/Field.tsx'
import { Notice } from '../../../../../../ui/Notice.tsx'
import type { ClientPlan } from '../../../../../plans/contract.ts'
import type { OrderView, Trip } from '../../../../contract.ts'
import type { Consequences } from '../../../../rules/death-benefit-consequences.ts'
import {
  insuredDraft,
  RELATIONSHIPS,
  withRelationship,
  type PeopleDraft,
} from '../../../../rules/check-person-fields.ts'
import { BirthReplacedNotice } from './birth-replaced-notice.tsx'
import { DeathBenefitNotice } from './death-benefit-notice.tsx'
import { DeathBenefitElsewhere } from './death-benefit-elsewhere.tsx'
import { ageToday, isMinor } from './people-errors.ts'
import type { MemberPart, PeoplePart } from './people-parts.ts'
import { useMark } from './prefill-marks.tsx'
import { PersonFields } from './person-fields.tsx'
import { TripFields } from '../trip-fields.tsx'

export interface SectionProps {
  order: OrderView
  plan: ClientPlan
  trip: Trip
  people: PeopleDraft
  consequences: Consequences
  setTrip: (trip: Trip) => void
  setPeople: (part: Partial<PeopleDraft>) => void
  errorOf: (key: string) => string | undefined
  today: Day
  /** The part has the page to itself, so the page's heading is its name. */
  alone: boolean
}

/** The parts about persons. */
export const PERSONS: Record<Exclude<PeoplePart, MemberPart | 'dates'>, (props: SectionProps) => ReactNode> = {
  buyer: Buyer,
  insured: Insured,
}

export function Dates(props: SectionProps) {
  const { order, plan, trip, people, consequences, setTrip, setPeople, errorOf, today, alone } = props
  const t = useT()
  return (
    <>
      <StepPart title={t('confirm:people.trip')}>
        <TripFields
          trip={trip}
          plan={plan}
          onChange={setTrip}
          errorOf={errorOf}
          today={today}
          campaign={order.campaign}
        />
        {order.stale[0] && (
          <Notice kind="info" live="status">
            {t(`confirm:changes.${order.stale[0].tier ? 'notice' : 'noticeChosen'}`, {
              tier: plan.tierNames[order.answers.trip.tier] ?? '',
            })}
          </Notice>
        )}
      </StepPart>
      <StepPart title={t('confirm:people.relationship')}>
        <FieldGroup
          id="relationship"
          label={t('confirm:people.relationshipLabel')}
          hint={t('confirm:people.relationshipHint')}
          error={errorOf('relationship')}
          {...useMark()('relationship')}
        >
          <RadioGroup
            name="relationship"
            value={people.relationship}
            onChange={(relationship) => setPeople(withUsualId(withRelationship(people, relationship)))}
            options={RELATIONSHIPS.map((value) => ({ value, label: t(`confirm:relationship.${value}`) }))}
          />
        </FieldGroup>
        {order.campaign === null && ['spouse', 'child', 'parent', 'dependant'].includes(people.relationship) && (
          <p className="text-small text-ink-2">{t('confirm:people.another')}</p>
        )}
        {/* The step of the consent is counted as soon as the birth is known, if only from the price. */}
        {consequences.consentNeeded && (alone || !people.insured.idNumber) && (
          <Notice kind="info" live="status">
            {t('confirm:consequence.consent')}
          </Notice>
        )}
      </StepPart>
    </>
  )
}

/** Nearly all buyers have a mainland ID; others choose theirs. */
const withUsualId = (people: PeopleDraft): PeopleDraft =>
  people.policyholder.idType === ''
    ? { ...people, policyholder: { ...people.policyholder, idType: 'resident_id' } }
    : people

function Buyer(props: SectionProps) {
  const { people, setPeople, errorOf, today } = props
  const t = useT()
  const self = people.relationship === 'self'
  const age = ageToday(people.policyholder.birthDate, today)
  return (
    <>
      <Person
        alone={props.alone}
        title={t(self ? 'confirm:check.both' : 'confirm:people.policyholder')}
        lead={t('confirm:people.policyholderLead')}
      >
        <PersonFields
          who="policyholder"
          insured={self}
          school={self || people.relationship === 'school'}
          person={people.policyholder}
          onChange={(policyholder) => setPeople({ policyholder })}
          errorOf={errorOf}
          today={today}
          birthNotice={self && birthNotice(props)}
        />
        {(age === 16 || age === 17) && (
          // The buyer's own declaration (Civil Code art. 18).
          <Checkbox
            id="ownWages"
            checked={people.ownWages}
            onChange={(ownWages) => setPeople({ ownWages })}
            error={errorOf('ownWages')}
          >
            {t('confirm:people.ownWages')}
          </Checkbox>
        )}
      </Person>
      {self && <WhatFollows {...props} />}
    </>
  )
}

function Insured(props: SectionProps) {
  const { order, plan, people, setPeople, errorOf, today } = props
  const t = useT()
  return (
    <>
      <Person alone={props.alone} title={t('confirm:people.insured')} lead={t('confirm:people.insuredLead')}>
        <PersonFields
          who="insured"
          insured
          school
          person={people.insured}
          onChange={(insured) => setPeople({ insured })}
          errorOf={errorOf}
          today={today}
          birthNotice={birthNotice(props)}
        />
      </Person>
      <WhatFollows {...props} />
      {plan.family && order.familyClosed === null && !isMinor(people.insured.birthDate, today) && (
        <p className="text-small text-ink-2">{t('confirm:family.studentOnly')}</p>
      )}
    </>
  )
}

export function Person({
  alone,
  title,
  lead,
  children,
}: {
  alone: boolean
  title: string
  lead?: string
  children: ReactNode
}) {
  if (!alone)
    return (
      <StepPart title={title} lead={lead}>
        {children}
      </StepPart>
    )
  return (
    <div className="grid gap-6">
      {lead && <p className="-mt-6 text-ink-2">{lead}</p>}
      {children}
    </div>
  )
}

const birthNotice = ({ trip, plan, people, errorOf }: SectionProps): ReactNode => (
  <BirthReplacedNotice
    trip={trip}
    plan={plan}
    people={people}
    refused={errorOf(`${people.relationship === 'self' ? 'policyholder' : 'insured'}.birthDate`) !== undefined}
  />
)

/** What follows from who buys for whom. */
function WhatFollows({ people, consequences, setPeople, errorOf }: SectionProps) {
  const t = useT()
  return (
    <>
      {consequences.askElsewhere && (
        <DeathBenefitElsewhere
          value={people.deathBenefitElsewhere}
          onChange={(deathBenefitElsewhere) => setPeople({ deathBenefitElsewhere })}
          error={errorOf('deathBenefitElsewhere')}
        />
      )}
      <DeathBenefitNotice consequences={consequences} person={insuredDraft(people)} />
      {consequences.deathBenefit > 0 && <Notice>{t('confirm:people.beneficiaryText')}</Notice>}
    </>
  )
}
