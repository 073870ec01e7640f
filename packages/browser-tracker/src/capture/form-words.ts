// Words by which a form says whose address it asks for, as `toWords` writes them, in the languages of test/forms.

/** Somebody else's: who is invited, given something, added, or kept in a record. */
export const ABOUT_OTHERS =
  /nvi[td]|einla|uitno|zapro|bjud|davet|пригла|招待|[ck]ol+eg|gift|(new|create)_user|save_|_add_|hinzu|anleg|ajout|anad|aggiu|adici|toevo|dodaj|lagg_t|_ekle_|добав|追加/

/** The reader's own: "your work e-mail", `your-email`, "Votre adresse e-mail". */
export const OWN_ADDRESS = /_(your|work|ihre|votre|tua?|seu|uw|din|twoj)_(adr\S*_)?e?_?(mail|post|corr)/
