import type { ReactNode } from 'react'
import { Button } from './Button.tsx'

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

/** At the end of a form of one page. `working`: what is said while it is sent. */
export const SendButton = ({ working, children }: { working: string | false; children: string }) => (
  <p>
    <Button look="accent" size="lg" type="submit" className="mobile:w-full" working={working}>
      {children}
    </Button>
  </p>
)
