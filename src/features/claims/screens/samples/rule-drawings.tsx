/**
 * Pictures of rules for more than one document: a readable photo, a valid ID, a full signature, matching names and
 * days.
 */
import type { ReactNode } from 'react'
import type { RulePicture } from '../../../../lib/content/document-pictures.ts'
import { Ground, Pointed } from './document-drawing.tsx'
import type { Sample } from './sample-documents.ts'
import {
  Ring,
  Visit,
  Photo,
  SignedForm,
  NamedInvoice,
  Passport,
  BadPhotos,
  NamedCard,
  CardBack,
} from './rule-drawing-parts.tsx'

interface Rule {
  points: Sample['points']
  good: ReactNode
  bad: ReactNode
}
const beside = (children: ReactNode) => (
  <>
    <Ground />
    <g transform="translate(52 22)">{children}</g>
  </>
)

const RULES: Readonly<Record<RulePicture, Rule>> = {
  photo: {
    points: [
      [152, 8],
      [142, 82],
      [142, 140],
    ],
    good: <Photo />,
    bad: <BadPhotos />,
  },
  id_valid: {
    points: [
      [152, 95],
      [140, 198],
    ],
    good: (
      <>
        <CardBack y={0} term="2018.06.01–2038.06.01" />
        <Passport y={136} until="01 JUN 2034" />
      </>
    ),
    bad: beside(
      <>
        <CardBack y={72} term="2014.06.01–2024.06.01" />
        <Ring x={84} y={167} rx={78} ry={13} />
      </>,
    ),
  },
  signature: {
    points: [
      [134, 26],
      [142, 200],
    ],
    good: (
      <>
        <NamedCard y={0} />
        <SignedForm y={122} />
      </>
    ),
    bad: beside(
      <>
        <NamedCard y={0} />
        <SignedForm y={122} name={['xiao', 'shan']} />
        <Ring x={78} y={210} rx={52} ry={24} />
      </>,
    ),
  },
  invoice_name: {
    points: [
      [134, 56],
      [134, 174],
    ],
    good: (
      <>
        <NamedInvoice />
        <NamedCard y={148} />
      </>
    ),
    bad: beside(
      <>
        <NamedInvoice name={['wang', 'da', 'mu']} />
        <NamedCard y={148} />
        <Ring x={98} y={55} rx={42} />
      </>,
    ),
  },
  record_each_day: {
    points: [
      [152, 34],
      [152, 172],
    ],
    good: (
      <>
        <Visit y={0} day="03-03" />
        <Visit y={138} day="03-10" />
      </>
    ),
    bad: beside(
      <>
        <Visit y={0} day="03-03" />
        <Visit y={138} day="03-10" record={false} />
        <Ring x={136} y={197} rx={50} ry={64} />
      </>,
    ),
  },
}

export const rulePoints = (id: RulePicture): number => RULES[id].points.length
/** A rule followed, with numbers, or broken. */
export const RuleDrawing = ({ id, good }: { id: RulePicture; good: boolean }) =>
  good ? <Pointed points={RULES[id].points}>{RULES[id].good}</Pointed> : RULES[id].bad
