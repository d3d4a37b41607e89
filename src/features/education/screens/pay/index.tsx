/** `/other/tuition/pay`: the form by which tuition is paid; `?id=…` how a payment stands, `?from=…` the form with what an earlier one said. */
import { useState } from 'react'
import { Island, type IslandProps } from '../../../../app/island.tsx'
import { lazyPart } from '../../../../app/lazy.tsx'
import type { SchoolChoice } from './school-choice.ts'

/** Of the two a visit shows one: forms and files load for whoever fills one in. */
const Form = lazyPart(() => import('./form.tsx'))
const PaymentStatus = lazyPart(() => import('./payment-status.tsx'))

export default function TuitionPage({ schools, ...props }: IslandProps & { schools: readonly SchoolChoice[] }) {
  const [{ id, from, school }] = useState(() => { const query = new URLSearchParams(location.search); return { id: query.get('id'), from: query.get('from') ?? undefined, school: query.get('school') ?? undefined } })
  return (
    <Island {...props}>
      {id === null ? <Form schools={schools} from={from} chosen={school} /> : <PaymentStatus id={id} />}
    </Island>
  )
}
