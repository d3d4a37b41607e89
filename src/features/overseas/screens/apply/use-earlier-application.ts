import { useEffect, useState } from 'react'
import { request } from '../../../../app/requests/browser-requester.ts'
import { listApplications } from '../../contract.ts'

/** The number of an open application for this product: sent earlier, or just now with the reply lost. */
export function useEarlierApplication(slug: string): string | undefined {
  const [number, setNumber] = useState<string>()
  useEffect(() => {
    let gone = false
    // A failed call shows no error: the form works without it, and sending reports what is wrong.
    request(listApplications, {})
      .then((reply) => {
        const found = reply.ok
          ? reply.data.applications.find(
              ({ product, status }) => product === slug && (status === 'submitted' || status === 'referred'),
            )
          : undefined
        if (!gone) setNumber(found?.id)
      })
      .catch(() => undefined)
    return () => {
      gone = true
    }
  }, [slug])
  return number
}
