/** A request behind a button: whether it is under way, and what a refusal or a failed connection says. */
import { useState } from 'react'
import { callFailureWords } from './call-failure-words.ts'
import { useT } from '../words/words.tsx'

export function useButtonRequest() {
  const t = useT()
  const [working, setWorking] = useState(false)
  const [notice, setNotice] = useState('')

  /** Runs one request at a time. `send` answers the words of a refusal, or nothing. */
  async function run(send: () => Promise<string | undefined>): Promise<void> {
    if (working) return
    setWorking(true)
    setNotice('')
    try {
      setNotice((await send()) ?? '')
    } catch (error) {
      setNotice(callFailureWords(t, error))
    } finally {
      setWorking(false)
    }
  }

  return { working, notice, run }
}
