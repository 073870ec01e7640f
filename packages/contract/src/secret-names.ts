// Names that say that a field is secret, as `toWords` writes them: lower case, `_` for a border of words, no marks on
// letters. A new word goes into the line of its language, and into test/secret-names.ts. Bounded, so that the time it takes
// grows with the text alone.

/**
 * What the tracker knows, and the server with it: passwords in 26 languages, and the most frequent of the others. Each byte
 * is part of everybody's pages (docs/decisions/041).
 */
export const SECRET_NAMES =
  '_exp(_?[dmy]|ir)|_cc_?[ntcgfhe][^m]|(otp|token|captcha|secret|credential|srf)s?_|birth|(_id(entity)?|tax|security|insurance|sms|bank|recovery|access|auth|verification|card|session|time|national|sort|personal|licen.e|private|routing|api|mfa|_fa|backup|seed|nhs)_?(code|answ|id_|key|acc|phra|n([or]_|um)|hold)|bday|acc(oun)?t?_?n([or]_|um)|_(ssn|maiden|cpf|csc|pin|dob|dni|iban|pass|mdp|bsn)_|(pass?|kenn|kode|losen|wacht)_?(code|port|ph|w|ord)|cv[cnv]|(on_|it_?)card|driv.{0,20}lic|geb(urt|oort)|pwd|contrase|' +
  'passe_|senha|parola_(?!ch)|adgangsk|salasan|has[lł]o_|hesl|jelsz|sifre|lozin|parool|sandi_|парол|密码|ハスワ|' +
  'geheim|k[ao](rt|nto).{0,4}n(r_|um)|tarjeta|o_cart[ae]_|e_carte_|steuer_?id|fiscale|na(iss|s?ci[mt])|valid_thr'

/** What the server knows besides, before it stores anything. */
export const MORE_SECRET_NAMES =
  // English
  '_fa_code|^_fa_$|(login|two_factor|authenticator)_code|mnemonic|wallet_seed|_jwt_|_bearer_|(signing|encryption|ssh|master)_?key|security_question|social_sec|_cvd_|good_thr|aadh|memorable_w|_psw|_pan_n|_nino_|' +
  // German
  'kreditk|prufn|prufz|gultig_bis|bankleit|_blz_|bankverb|verfallsd|_svnr_|steuern|sozialv|ausweis|reisep|fuhrersch|_m?tan_|zugangsc|(sicherheits|bestatigungs|einmal)_?(code|pass)|' +
  // French
  '_mdp|(numero|n)_(de_)?(compte|secu)|carte_(bancaire|bleue|de_cred)|cryptogr|code_(de_)?(confi|secu|veri|recu)|securite_soc|passeport|permis_(de_)?c|_rib_|cle_(secr|priv|api)|phrase_secr|' +
  // Spanish
  '_clave_|(numero|num)_(de_)?cuenta|codigo_(de_)?(seg|ver|acc|rec)|_nac_|caducidad|_(nie|nif|curp|rfc|cui[tl])_|pasaporte|seguridad_s|_nss_|' +
  // Italian
  'codice_(di_)?(segr|sicur|verif)|scadenza_(della_)?carta|numero_(della_|di_)?conto|carta_(di_cred|di_deb|d_id)|passaporto|patente|' +
  // Portuguese
  'palavra_?passe|(numero|n)_(do_|de_)?cart|cartao_(de_)?cr|validade|conta_banc|_niss_|_rg_|passapor|' +
  // Dutch
  'toegangsc|pincode|kaartnum|rekeningn|burgerserv|paspoort|rijbew|vervald|creditkaart|(beveiligings|verificatie|herstel)c|' +
  // Swedish, Danish, Norwegian, Finnish
  'losenk|personn|fodel[se]|fødsel|engangsk|sakerhetsk|verifieringsk|_cpr_|tunnusl|korttin|tilinum|henkilot|_hetu_|syntyma|turvak|' +
  // Polish, Czech, Hungarian, Romanian
  'numer_(karty|konta|rach)|pesel|urodz|kod_(wer|bez|cv)|dowod_o|paszport|cislo_(karty|uctu)|rodne_c|naroz|narod|kartyasz|bankszam|szulet|_taj_|adoazon|numar_card|_cnp_|naster|' +
  // Croatian, Serbian, Slovenian, Estonian, Latvian, Lithuanian
  '_geslo_|broj_(kart|rac)|број_карт|лозинк|_oib_|jmbg|emso|ro[dđ]enj|rojst|isikuk|_parole_|personas_k|slaptaz|asmens_k|' +
  // Russian, Ukrainian, Bulgarian, Greek
  'номер_(карт|счет|рах)|паспорт|снилс|_инн_|рожд|народж|ражд|_егн_|_egn_|код_(п.дтвер|безоп|дост)|_пин_|секрет|токен|κωδικο._(προσβ|ασφ|επαλ)|συνθημ|αριθμο._(καρτ|λογ)|_αφμ_|αμκα|γεννησ|' +
  // Turkish, Vietnamese, Indonesian
  'kart_?(no|num)|kimlik|tckn|dogum|hesap_no|guvenlik_k|dogrulama_k|mat_khau|so_the_t|so_tai_k|ngay_sinh|_cccd_|_cmnd_|laluan|nomor_(kartu|rek)|_nik_|_ktp_|lahir|' +
  // Japanese, Chinese, Korean
  '暗証|カート番号|セキュリティコ|有効期限|生年月日|口座番|マイナンハー|認証コ|密碼|口令|卡[号號]|[验驗][证證]码|驗證碼|身[份分][证證]|安全[码碼]|有效期|出生|生日|[护護]照|_mima_|비밀|암호|카드_?번호|주민|계좌|생년월일|인증|' +
  // Arabic, Hebrew, Persian, Hindi, Thai
  'كلمه_ا?ل?(مرور|سر)|كلمة_ا?ل?(مرور|سر)|السري|بطاقة|الهوية|ميلاد|التحقق|סיסמ|כרטיס|תעודת|לידה|رمز_?عبور|گذرواژه|کلمه_عبور|पासवर्ड|जन्म|รหัส|บัตร|วันเกิด'
