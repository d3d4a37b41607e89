/**
 * `/other/tuition/pay`: the tuition form; `?id=…` shows the state of a payment, `?from=…` the form with the data of an
 * earlier one.
 */
import { pageSearch } from '../../../../app/address/page-address.ts'
import { useState } from 'react'
import { Island, type IslandProps } from '../../../../app/load/island.tsx'
import { lazyPart } from '../../../../app/load/lazy.tsx'
import type { SchoolChoice } from './school-choice.ts'

/** Loaded separately: a visit shows only one of the two, and the code for forms and files is not needed for the other. */
const Form = lazyPart(() => import('./tuition-form.tsx'))
const PaymentStatus = lazyPart(() => import('./tuition-status.tsx'))

export default function TuitionPage({ schools, ...props }: IslandProps & { schools: readonly SchoolChoice[] }) {
  const [{ id, from, school }] = useState(() => {
    const query = new URLSearchParams(pageSearch())
    return { id: query.get('id'), from: query.get('from') ?? undefined, school: query.get('school') ?? undefined }
  })
  return (
    <Island {...props}>
      {id === null ? <Form schools={schools} from={from} chosen={school} /> : <PaymentStatus id={id} />}
    </Island>
  )
}
