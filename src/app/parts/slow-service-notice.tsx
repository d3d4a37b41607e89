import { useEffect, useState, type ReactNode } from 'react'
import type { ServicePart, ServiceStatus } from '../../lib/service-status.ts'
import { Notice } from '../../ui/Notice.tsx'
import { API_BASE } from '../requests/api-base.ts'

/**
 * A line where one pays, signs in or claims, while that is slow: who reads it waits, instead of trying again and again.
 * It comes after the page (`silentPart`), and where nothing answers, nothing is said.
 */
export default function SlowServiceNotice({ part, children }: { part: ServicePart; children: ReactNode }) {
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    const look = async (): Promise<void> => {
      const response = await fetch(`${API_BASE}/status.json`, { signal: leaving.signal })
      const status: Partial<ServiceStatus> = await response.json()
      setSlow(status[part] === 'slow')
    }
    look().catch(() => undefined)
    return () => leaving.abort()
  }, [part])
  if (!slow) return null
  return (
    <div className="mb-6">
      <Notice kind="warn" live="status">
        {children}
      </Notice>
    </div>
  )
}
