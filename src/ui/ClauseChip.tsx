export interface ClauseChipProps {
  /** Always with the word: "clause 3.6". */
  children: string
  href?: string
}

export function ClauseChip({ children, href }: ClauseChipProps) {
  if (href === undefined) return <span className="clause-chip">{children}</span>
  return (
    <a className="clause-chip" href={href}>
      {children}
    </a>
  )
}
