/**
 * What mail programs write around a quoted mail, by language. All in lower case. To add a language, add a row, and a mail
 * to `test/integrations/mail/quoted-mails.md`.
 */
export interface MailLanguage {
  /** Labels of the lines above a quoted mail, without the colon. */
  from: string
  date: string
  to: string
  subject: string
  cc?: string
  /** Of `On Monday Jane wrote:` the word for "wrote", in its forms. */
  wrote: string
  /** What stands between dashes above a quoted mail: `-----Original Message-----`. */
  original: string
  /** What stands above a forwarded mail. */
  forwarded?: string
  /** Of `Sent from my iPhone` the word for "sent". */
  sent: string
}

// oxfmt-ignore
export const mailLanguages: Readonly<Record<string, MailLanguage>> = {
  ar: { from: 'من', date: 'تاريخ الإرسال|التاريخ|تم الإرسال|أرسلت', to: 'إلى', subject: 'الموضوع', cc: 'نسخة', wrote: 'كتب|كتبت', original: 'الرسالة الأصلية|رسالة أصلية', sent: 'أرسلت|أُرسلت|مرسل|تم الإرسال' },
  bg: { from: 'от', date: 'изпратено|дата', to: 'до', subject: 'относно|тема', cc: 'копие', wrote: 'написа|пише', original: 'оригинално съобщение', sent: 'изпратено' },
  ca: { from: 'de', date: 'enviat|data', to: 'a|per a', subject: 'assumpte|tema', cc: 'a/c', wrote: 'va escriure|ha escrit', original: 'missatge original', sent: 'enviat' },
  cs: { from: 'od', date: 'odesláno|datum', to: 'komu', subject: 'předmět', cc: 'kopie', wrote: 'napsal|napsala|napsal(a)', original: 'původní zpráva|původní e-mail', forwarded: 'přeposlaná zpráva|začátek přeposlané zprávy', sent: 'odesláno|posláno' },
  da: { from: 'fra', date: 'sendt|dato', to: 'til', subject: 'emne', wrote: 'skrev', original: 'oprindelig meddelelse|oprindelig besked|original meddelelse', forwarded: 'videresendt meddelelse|start på videresendt besked|videresendt besked', sent: 'sendt' },
  de: { from: 'von', date: 'gesendet|datum|gesendet am', to: 'an', subject: 'betreff', cc: 'kopie|kopie (cc)', wrote: 'schrieb|hat geschrieben', original: 'ursprüngliche nachricht|originalnachricht|original-nachricht|originalmail', forwarded: 'weitergeleitete nachricht|anfang der weitergeleiteten nachricht|anfang der weitergeleiteten e-mail', sent: 'gesendet|verschickt' },
  el: { from: 'από', date: 'στάλθηκε|ημερομηνία|εστάλη', to: 'προς', subject: 'θέμα', cc: 'κοιν.|κοινοποίηση', wrote: 'έγραψε', original: 'αρχικό μήνυμα', forwarded: 'προωθημένο μήνυμα', sent: 'στάλθηκε|εστάλη' },
  en: { from: 'from', date: 'sent|date|sent on', to: 'to', subject: 'subject', wrote: 'wrote|writes', original: 'original message|original e-mail|original email|original appointment|reply message|message from', forwarded: 'forwarded message|begin forwarded message|forwarded by', sent: 'sent' },
  es: { from: 'de', date: 'enviado|enviado el|fecha', to: 'para|a', subject: 'asunto', wrote: 'escribió', original: 'mensaje original', forwarded: 'mensaje reenviado|inicio del mensaje reenviado|forwarded message', sent: 'enviado|enviada' },
  et: { from: 'saatja|kellelt', date: 'saadetud|saatmisaeg|kuupäev', to: 'adressaat|kellele', subject: 'teema', cc: 'koopia', wrote: 'kirjutas', original: 'algne kiri|algne sõnum|originaalkiri|algne meil', sent: 'saadetud' },
  fa: { from: 'از|فرستنده', date: 'ارسال شده|تاریخ', to: 'به|گیرنده', subject: 'موضوع', wrote: 'نوشت|نوشته', original: 'پیام اصلی', sent: 'ارسال شده|فرستاده شده' },
  fi: { from: 'lähettäjä', date: 'lähetetty|päivämäärä|päiväys', to: 'vastaanottaja', subject: 'aihe', cc: 'kopio', wrote: 'kirjoitti', original: 'alkuperäinen viesti', forwarded: 'välitetty viesti|edelleenlähetetty viesti|välitetty viesti alkaa', sent: 'lähetetty' },
  fr: { from: 'de', date: 'envoyé|date|envoyé le', to: 'à|pour', subject: 'objet|sujet', cc: 'copie à|copie', wrote: 'a écrit', original: "message d'origine|message original|message d’origine", forwarded: 'message transféré|message transmis|début du message transféré|début du message réexpédié', sent: 'envoyé|envoyée' },
  he: { from: 'מאת', date: 'נשלח|תאריך', to: 'אל', subject: 'נושא', cc: 'עותק', wrote: 'כתב|כתבה|כתב/ה|מאת', original: 'הודעה מקורית', sent: 'נשלח' },
  hi: { from: 'प्रेषक|से', date: 'भेजा गया|दिनांक|भेजने का समय', to: 'प्रति|को', subject: 'विषय', wrote: 'लिखा|ने लिखा', original: 'मूल संदेश', sent: 'भेजा गया' },
  hr: { from: 'šalje|od|pošiljatelj', date: 'poslano|datum', to: 'prima|za', subject: 'predmet|naslov', cc: 'kopija', wrote: 'napisao je|napisala je|je napisao|je napisala|je napisao/la', original: 'izvorna poruka|originalna poruka', forwarded: 'proslijeđena poruka|započni proslijeđenu poruku', sent: 'poslano' },
  hu: { from: 'feladó', date: 'elküldve|dátum|küldve', to: 'címzett', subject: 'tárgy', cc: 'másolat|másolatot kap', wrote: 'írta|ezt írta', original: 'eredeti üzenet', forwarded: 'továbbított üzenet|továbbított levél kezdete', sent: 'elküldve|küldve' },
  id: { from: 'dari', date: 'dikirim|tanggal', to: 'kepada|untuk', subject: 'perihal|subjek|subject', wrote: 'menulis', original: 'pesan asli', sent: 'dikirim|terkirim' },
  is: { from: 'frá', date: 'sent|dagsetning', to: 'til', subject: 'efni', wrote: 'skrifaði', original: 'upprunaleg skilaboð', sent: 'sent' },
  it: { from: 'da|mittente', date: 'inviato|data', to: 'a', subject: 'oggetto', wrote: 'ha scritto', original: 'messaggio originale', forwarded: 'messaggio inoltrato|inizio messaggio inoltrato', sent: 'inviato|inviata' },
  ja: { from: '差出人|送信者|送信元|from', date: '送信日時|日時|日付|送信日|sent', to: '宛先|送信先|to', subject: '件名|subject', wrote: 'のメール|のメッセージ|書きました|wrote', original: '元のメッセージ|オリジナルメッセージ|original message', forwarded: '転送されたメッセージ|メッセージを転送', sent: '送信' },
  ko: { from: '보낸 사람|보낸사람|발신', date: '보낸 날짜|보낸날짜|날짜|보낸 시간', to: '받는 사람|받는사람|수신', subject: '제목', cc: '참조', wrote: '작성|님이 작성', original: '원본 메시지|원본 메일|original message', forwarded: '전달된 메일', sent: '보냄|보낸' },
  lt: { from: 'nuo|siuntėjas', date: 'išsiųsta|data', to: 'kam|gavėjas', subject: 'tema', wrote: 'rašė|parašė', original: 'originalus laiškas|pradinis laiškas|originalus pranešimas', sent: 'išsiųsta' },
  lv: { from: 'no', date: 'nosūtīts|datums', to: 'kam', subject: 'tēma|temats', wrote: 'rakstīja', original: 'sākotnējais ziņojums|oriģinālais ziņojums', sent: 'nosūtīts' },
  nl: { from: 'van', date: 'verzonden|datum', to: 'aan', subject: 'onderwerp', cc: 'kopie', wrote: 'schreef|geschreven', original: 'oorspronkelijk bericht|origineel bericht|oorspronkelijke bericht', forwarded: 'doorgestuurd bericht|begin doorgestuurd bericht', sent: 'verstuurd|verzonden' },
  no: { from: 'fra', date: 'sendt|dato', to: 'til', subject: 'emne', cc: 'kopi', wrote: 'skrev', original: 'opprinnelig melding|original melding', forwarded: 'videresendt melding', sent: 'sendt' },
  pl: { from: 'od|nadawca', date: 'wysłano|data|wysłane', to: 'do|adresat', subject: 'temat', cc: 'dw', wrote: 'napisał|napisała|napisał(a)|pisze', original: 'oryginalna wiadomość|wiadomość oryginalna|treść oryginalnej wiadomości', forwarded: 'przekazana wiadomość|treść przekazanej wiadomości|wiadomość przesłana dalej|początek przekazywanej wiadomości', sent: 'wysłane|wysłano' },
  pt: { from: 'de', date: 'enviado|enviada|enviada em|enviado em|data', to: 'para', subject: 'assunto', wrote: 'escreveu', original: 'mensagem original', forwarded: 'mensagem encaminhada|mensagem reencaminhada|início da mensagem encaminhada|início da mensagem reencaminhada', sent: 'enviado|enviada' },
  ro: { from: 'de la|expeditorul|expeditor', date: 'trimis|data|dată|trimis la', to: 'către|destinatarul|catre', subject: 'subiect|subiectul', wrote: 'a scris', original: 'mesaj original|mesajul original', forwarded: 'mesaj redirecționat|începe mesajul redirecționat', sent: 'trimis' },
  ru: { from: 'от|от кого|отправитель', date: 'отправлено|дата|послано', to: 'кому', subject: 'тема', cc: 'копия', wrote: 'написал|написала|написал(а)|пишет', original: 'исходное сообщение|оригинальное сообщение|исходное письмо', forwarded: 'пересылаемое сообщение|перенаправленное сообщение|начало переадресованного сообщения|пересылаемое письмо', sent: 'отправлено|послано' },
  sk: { from: 'od', date: 'odoslané|dátum', to: 'komu|pre', subject: 'predmet', cc: 'kópia', wrote: 'napísal|napísala|napísal(a)', original: 'pôvodná správa', forwarded: 'preposlaná správa|začiatok preposlanej správy', sent: 'odoslané|poslané' },
  sl: { from: 'od|pošiljatelj', date: 'poslano|datum', to: 'za|prejemnik', subject: 'zadeva', cc: 'kp|v vednost', wrote: 'napisal|napisala|napisal/a', original: 'izvorno sporočilo|izvirno sporočilo', sent: 'poslano' },
  sr: { from: 'од|šalje|od', date: 'послато|poslato|датум|datum', to: 'за|коме|za|kome|prima', subject: 'наслов|naslov|тема|predmet', wrote: 'је написао|је написала|је написао/ла|je napisao|je napisala|je napisao/la', original: 'оригинална порука|originalna poruka|prvobitna poruka', sent: 'послато|poslato' },
  sv: { from: 'från', date: 'skickat|datum|skickades', to: 'till', subject: 'ämne', cc: 'kopia', wrote: 'skrev', original: 'originalmeddelande|ursprungligt meddelande|ursprungsmeddelande|original-meddelande', forwarded: 'vidarebefordrat meddelande|vidarebefordrat mejl|vidarebefordrat brev', sent: 'skickat|skickades' },
  th: { from: 'จาก', date: 'ส่ง|วันที่|ส่งเมื่อ', to: 'ถึง', subject: 'เรื่อง|หัวเรื่อง', wrote: 'เขียนว่า|เขียน', original: 'ข้อความต้นฉบับ', sent: 'ส่งจาก' },
  tr: { from: 'kimden|gönderen', date: 'gönderildi|tarih|gönderme tarihi|gönderilen', to: 'kime|alıcı', subject: 'konu', cc: 'bilgi', wrote: 'yazdı|şunu yazdı|şunları yazdı', original: 'orijinal ileti|özgün ileti|orijinal mesaj', forwarded: 'iletilen ileti|iletilmiş mesaj|ileti başlangıcı', sent: 'gönderildi' },
  uk: { from: 'від|від кого', date: 'надіслано|дата|відправлено', to: 'кому', subject: 'тема', cc: 'копія', wrote: 'написав|написала|написав(ла)|пише', original: 'вихідне повідомлення|оригінальне повідомлення|початкове повідомлення', forwarded: 'переслане повідомлення|перенаправлене повідомлення|початок листа, що пересилається', sent: 'надіслано|відправлено' },
  vi: { from: 'từ|người gửi', date: 'đã gửi|ngày|ngày gửi', to: 'đến|tới|người nhận', subject: 'chủ đề|tiêu đề', wrote: 'đã viết|viết', original: 'thư gốc|tin nhắn gốc|thông điệp gốc', sent: 'đã gửi|gửi từ|được gửi' },
  zh: { from: '发件人|寄件者|寄件人|from', date: '发送时间|日期|发送日期|寄件日期|傳送時間|sent', to: '收件人|收件者|to', subject: '主题|主旨|主題|subject', cc: '抄送|副本', wrote: '写道|寫道', original: '原始邮件|原始消息|原始郵件|原邮件|原始信件', forwarded: '转发的邮件|轉寄的郵件|转发邮件信息|forwarded message', sent: '发自|發自|發送|傳送|发送|寄自' },
}

/** Prefixes of a forwarded mail's subject. Danish `vs` is an answer in Finnish, and isn't among them. */
export const forwardPrefix =
  /^\s*(?:fwd?|wg|tr|rv|enc|pd|vb|vl|i|i̇lt|ilt|doorst|redir\.?|továbbítás|πρθ|转发|轉寄|轉發|전달|転送|videresend|пересл|fyi)\s*[:：]/iu

/** Devices and programs that name themselves at the end of a mail. */
export const mailDevices =
  /(?<!\p{L})(?:iphon\p{L}*|ipad\p{L}*|ipod|ios|android|samsung|galaxy|blackberry|huawei|xiaomi|redmi|nokia|motorola|oneplus|oppo|vivo|pixel|smartphone|tablet|phone|telefon|handy|mobile device|mobil|cellulare|móvil|celular|outlook|yahoo|gmail|inbox|hotmail|mail (?:for|para|pour|für|per|voor) windows|mail\.ru|mail|proton ?mail|typeapp|bluemail|spark|superhuman|aqua ?mail|k-9|fairemail|mymail|mailbird|airmail|edison|thunderbird|missive|mailspring|gmx|web\.de|freemail|boxer|workspace one|windows)(?!\p{L})/iu

/** Whoever writes so answers inside of the quoted mail. */
export const answersInside =
  /\b(?:inline|in[ -]?line|in (?:red|blue|green|bold|caps|colou?r)|see (?:my )?(?:answers?|comments?|notes?|responses?|replies|below)|answers? below|comments? below|responded below|interspersed|siehe unten|im text|in rot|in blau|en rouge|en rojo|en azul|ci-dessous|más abajo|in rosso|hieronder|zie onder)\b/iu

/** How a letter ends. What follows may be a signature. */
export const farewells =
  /^(?:(?:kind(?:est)?|best|warm(?:est)?|many) regards|(?:with )?(?:kind|best|warm) (?:regards|wishes)|best(?: wishes)?|regards|sincerely(?: yours)?|yours (?:sincerely|truly|faithfully)|cheers|(?:many )?thanks(?: (?:again|in advance|a lot|so much))?|thank you|(?:mit )?(?:freundlichen?|besten?|herzlichen?|vielen|lieben?|schöne[nr]?|sonnige[nr]?) (?:grü(?:ß|ss)en?|dank)|(?:viele|beste|liebe|herzliche|freundliche|schöne) grü(?:ß|ss)e|gru(?:ß|ss)|grü(?:ß|ss)e|mfg|lg|vg|danke|(?:bien )?(?:très )?(?:cordialement|amicalement)|(?:meilleures|sincères|bien cordiales) salutations|salutations|bien à (?:vous|toi)|merci(?: d'avance)?|(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|gracias|cordiali saluti|distinti saluti|saluti|grazie|met vriendelijke groet(?:en)?|vriendelijke groet(?:en)?|groet(?:en|jes)?|mvg|bedankt|atenciosamente|cumprimentos|melhores cumprimentos|abraços?|obrigad[oa]|med vänliga? hälsning(?:ar)?|vänliga hälsningar|hälsningar|mvh|med venlig hilsen|venlig hilsen|vennlig hilsen|med vennlig hilsen|hilsen|ystävällisin terveisin|terveisin|t(?:erv)?\.|z poważaniem|pozdrawiam|pozdrowienia|s pozdravem|s pozdravom|üdvözlettel|cu stimă|с уважением|з повагою|с поздрав|saygılarımla|iyi çalışmalar|με εκτίμηση|よろしくお願いいたします|よろしくお願いします|敬具|此致|祝好|谢谢|감사합니다|드림|בברכה|مع التحية|مع أطيب التحيات)\s*[,.!，。、]*$/iu
