/**
 * Names of form fields that are secret, by language, and names that look alike and aren't. `everywhere`: the tracker knows
 * them as well, before anything leaves the browser. `server`: the server alone, for want of room in the script.
 */
export const secretsByLanguage: Record<string, { everywhere?: string; server?: string }> = {
  English: {
    everywhere:
      'mfa_code, 2fa_code, backup_code, recovery_phrase, seed_phrase, recovery_code, cvn, valid_thru, nhs_number, security answer, passport no',
    server:
      'login_code, memorable word, mnemonic, good_thru, aadhaar_number, pan_number, nino, 2fa, two_factor_code, social_security, wallet_seed, jwt, signing_key, security_question_answer',
  },
  German: {
    everywhere:
      'Passwort, Kennwort, Geheimzahl, Geheimnis, kartennummer, karten_nr, kontonummer, konto_nr, steuer_id, Geburtsdatum, Einmalpasswort',
    server:
      'kreditkarte, Steuernummer, Sicherheitscode, Bestätigungscode, Zugangscode, Reisepass-Nummer, Personalausweis, Einmalcode, Kartenprüfnummer, Prüfziffer, gültig bis, Bankleitzahl, Sozialversicherungsnummer, Führerschein, TAN, BLZ, Bankverbindung, Verfallsdatum, SVNR',
  },
  French: {
    everywhere:
      'mot_de_passe, motdepasse, Mot de passe actuel, mdp, numero_carte, numéro de carte, date_naissance, Date de naissance, code secret',
    server:
      'numero_de_compte, carte_bancaire, code de sécurité, code_confidentiel, passeport, numero_secu, cryptogramme, sécurité sociale, permis de conduire, permis_conduire, RIB, clé secrète, phrase_secrete',
  },
  Spanish: {
    everywhere:
      'contraseña, contrasena, numero_tarjeta, número de tarjeta, tarjeta_credito, tarjeta de crédito, fecha_nacimiento, DNI',
    server:
      'fecha_nac, codigo_seguridad, código de verificación, pasaporte, numero_cuenta, NIF, clave, caducidad, CURP, seguridad social, CUIT',
  },
  Italian: {
    everywhere:
      'parola, parola d’ordine, codice_fiscale, codicefiscale, numero_carta, data_nascita, data di nascita',
    server:
      'carta_di_credito, codice di sicurezza, codice segreto, passaporto, numero_conto, patente, carta d’identità, codice di verifica, codice_verifica, codice_sicurezza, scadenza_carta',
  },
  Portuguese: {
    everywhere: 'senha, senha_atual, palavra_passe, palavra-passe, data_nascimento, CPF',
    server:
      'numero_cartao, número do cartão, cartao_de_credito, codigo_seguranca, passaporte, validade, conta bancária, NISS, RG',
  },
  Dutch: {
    everywhere: 'wachtwoord, wachtwoord_herhalen, BSN, geboortedatum',
    server:
      'toegangscode, kaartnummer, paspoort, beveiligingscode, pincode, rekeningnummer, burgerservicenummer, rijbewijs, vervaldatum, creditkaart',
  },
  Swedish: {
    everywhere: 'lösenord, losenord, kortnummer, kontonummer',
    server: 'personnummer, födelsedatum, säkerhetskod, verifieringskod, lösenkod, engångskod',
  },
  Danish: { everywhere: 'adgangskode, kodeord, kortnummer', server: 'fødselsdato, CPR-nummer' },
  Norwegian: { everywhere: 'passord, kortnummer', server: 'fødselsnummer, personnummer, engangskode' },
  Finnish: {
    everywhere: 'salasana, korttinumero',
    server: 'henkilötunnus, tunnusluku, syntymäaika, tilinumero, HETU, turvakoodi',
  },
  Polish: {
    everywhere: 'hasło, haslo',
    server:
      'numer_karty, numer karty, PESEL, data urodzenia, numer konta, kod weryfikacyjny, dowód osobisty, paszport',
  },
  Czech: { everywhere: 'heslo, heslo_znovu', server: 'rodné číslo, číslo karty, datum narození, číslo účtu' },
  Hungarian: { everywhere: 'jelszó, jelszo', server: 'kártyaszám, születési dátum, TAJ szám, adóazonosító' },
  Romanian: { everywhere: 'parolă, parola', server: 'CNP, număr card, data nașterii' },
  Croatian: { everywhere: 'lozinka', server: 'OIB, broj kartice, datum rođenja, JMBG' },
  Slovenian: { server: 'geslo, datum rojstva, EMŠO' },
  Turkish: {
    everywhere: 'şifre, sifre, parola, kart numarası',
    server: 'kart_no, TC kimlik no, doğum tarihi, güvenlik kodu',
  },
  Vietnamese: { everywhere: 'CCCD', server: 'mật khẩu, mat_khau, số thẻ tín dụng, ngày sinh' },
  Indonesian: {
    everywhere: 'kata sandi, kata_sandi',
    server: 'nomor kartu, tanggal lahir, NIK, nomor rekening',
  },
  Estonian: { everywhere: 'parool', server: 'isikukood' },
  Lithuanian: { server: 'slaptažodis, asmens kodas' },
  Latvian: { server: 'parole, personas kods' },
  Russian: {
    everywhere: 'пароль, Пароль ещё раз',
    server:
      'номер карты, дата рождения, паспорт, СНИЛС, ИНН, код подтверждения, пин-код, номер счёта, секретное слово',
  },
  Ukrainian: {
    everywhere: 'пароль',
    server: 'номер картки, дата народження, номер рахунку, код підтвердження',
  },
  Bulgarian: { everywhere: 'парола', server: 'дата на раждане, ЕГН, egn' },
  Serbian: { everywhere: 'lozinka', server: 'лозинка, број картице' },
  Greek: { server: 'κωδικός πρόσβασης, συνθηματικό, αριθμός κάρτας, ΑΦΜ, ΑΜΚΑ, ημερομηνία γέννησης' },
  Japanese: {
    everywhere: 'パスワード',
    server:
      '暗証番号, カード番号, 生年月日, セキュリティコード, 有効期限, 口座番号, マイナンバー, 認証コード',
  },
  Chinese: {
    everywhere: '密码, 确认密码',
    server: '密碼, 身份证号, 卡号, 验证码, 銀行卡號, 驗證碼, 出生日期, 护照, 安全码, mima',
  },
  Korean: { server: '비밀번호, 비밀번호 확인, 카드번호, 주민등록번호, 암호, 계좌번호, 생년월일, 인증번호' },
  Arabic: {
    server: 'كلمة المرور, كلمة السر, الرقم السري, رقم البطاقة, رقم الهوية, تاريخ الميلاد, رمز التحقق',
  },
  Hebrew: { server: 'סיסמה, סיסמא, מספר כרטיס, תעודת זהות, תאריך לידה' },
  Persian: { server: 'رمز عبور, گذرواژه, کلمه عبور' },
  Hindi: { server: 'पासवर्ड, जन्म तिथि' },
  Thai: { server: 'รหัสผ่าน, บัตรเครดิต, วันเกิด' },
}

export const harmlessInAllLanguages =
  'company, order_number, promo_code, country_code, compass, passenger_name, opinion, message, passenger_count, passive, ' +
  'secretary, Sekretariat, segreteria, parola chiave, Kundennummer, Auftragsnummer, Kartoffeln, Kontakt, Kontaktname, konto_name, ' +
  'numéro de commande, numero_commande, code postal, code_promo, codigo_postal, código de país, codice sconto, codice di sconto, nom, nombre, ' +
  'numero_pedido, número de contacto, number_of_contacts, number_of_cards, cart_id, cart, shopping_cart_note, cartoon, kort beschrijving, ' +
  'naam, telefoonnummer, ordernummer, beskrivning, meddelande, viesti, wiadomość, zpráva, üzenet, mesaj, ' +
  'сообщение, компания, номер заказа, имя, メッセージ, 会社名, 注文番号, お名前, 公司, 订单号, 留言, 会员卡, 회사, 주문번호, رسالة, שם, ' +
  'nation, national, snack, nascar_team, monaco, annual, valid, validation_note, seed_funding, phrase, recovery_plan, backup_plan, mfg_code, fabric, ' +
  'coordinator, koordinator, record, Ordner, ort, Wohnort, wort'
