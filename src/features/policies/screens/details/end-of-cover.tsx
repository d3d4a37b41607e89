/** What the buyer can do about the end of a policy: extend it or cancel it. */
import { NextTerm } from './extension-link.tsx'
import type { DetailsProps } from './props.ts'
import { Surrender } from './surrender-section.tsx'

export default function EndOfCover({ policy, again }: DetailsProps) {
  return (
    <>
      <NextTerm policy={policy} />
      <Surrender policy={policy} again={again} />
    </>
  )
}
