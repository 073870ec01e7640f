// Words that say whose address a form asks for, as `toWords` writes them, in the languages of test/forms.

/** Somebody else's: who is invited, given something, or works for somebody. */
export const ABOUT_OTHERS = /nvi[td]|einla|uitno|zapro|bjud|davet|пригла|gift|employ/

/** The reader’s own: "Your work email", `your-email`, "Votre adresse e-mail". A bare "Work email" may be a new colleague’s. */
export const OWN_ADDRESS = /_(tua?|seu|your|votre|ihre|din|uw|twoj)_(work_|adr\S*_)?e?_?(corr|post|mail)/

/** A button by which one enters oneself, and nobody else: "Log in", "Se connecter", "Zaloguj się". */
export const OWN_ACCOUNT =
  /^_((log|sign)_?(in|up)|anmelden|se_con|iniciar|acced|inlog|zaloguj|logga_in|giris|воити|ロク)/
