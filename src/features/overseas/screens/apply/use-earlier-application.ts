import { useEffect, useState } from 'react'
import { request } from '../../../../app/browser-requester.ts'
import { listApplications } from '../../contract.ts'

/** The number of an application for this product that still waits: an answer that was lost, or one sent on another day. */
export function useEarlierApplication(slug: string): string | undefined {
  const [number, setNumber] = useState<string>()
  useEffect(() => {
    let gone = false
    // Without an answer nothing is said: the form works all the same, and sending says what is wrong.
    request(listApplications, {}).then((reply) => {
      const found = reply.ok ? reply.data.applications.find(({ product, status }) => product === slug && (status === 'submitted' || status === 'referred')) : undefined
      if (!gone) setNumber(found?.id)
    }).catch(() => undefined)
    return () => { gone = true }
  }, [slug])
  return number
}
