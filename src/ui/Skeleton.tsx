export interface SkeletonProps {
  /** "Loading claims": shown, and announced. */
  label: string
  rows?: number
}

/** The outline of the real rows: a name with a line under it, something at the right. */
export function Skeleton({ label, rows = 3 }: SkeletonProps) {
  return (
    <div role="status">
      <p className="text-small text-ink-2">{label}</p>
      <div aria-hidden="true">
        {Array.from({ length: rows }, (_, i) => (
          <div className="flex items-start justify-between gap-6 border-b border-line py-5" key={i}>
            <div className="grid flex-1 gap-3">
              <span className="skeleton h-4.5 w-3/5 max-w-60" />
              <span className="skeleton h-3.5 w-2/5 max-w-40" />
            </div>
            <span className="skeleton h-6.5 w-2/5 max-w-32" />
          </div>
        ))}
      </div>
    </div>
  )
}
