import type { ReactNode } from 'react'

interface FormProps {
  className: string
  onSend: () => void
  children: ReactNode
}

/** We check what was typed ourselves, and the page stays while it is sent. */
export const CheckedForm = ({ className, onSend, children }: FormProps) => (
  <form
    noValidate
    className={className}
    onSubmit={(event) => {
      event.preventDefault()
      onSend()
    }}
  >
    {children}
  </form>
)
