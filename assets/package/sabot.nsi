; The installer for Windows: both programs for everybody on the machine, two entries in the start
; menu, and what takes them away again. It touches no record.
Unicode true
ManifestDPIAware true
SetCompressor /SOLID zlib
RequestExecutionLevel admin
!include MUI2.nsh
Name "Sabot"
OutFile "${OUT}"
InstallDir "$PROGRAMFILES64\Sabot"
VIProductVersion "${VERSION}.0"
VIAddVersionKey /LANG=0 ProductName "Sabot"
VIAddVersionKey /LANG=0 ProductVersion "${VERSION}"
VIAddVersionKey /LANG=0 FileVersion "${VERSION}"
VIAddVersionKey /LANG=0 FileDescription "Sabot ${VERSION}"
VIAddVersionKey /LANG=0 LegalCopyright "${COPYRIGHT}"
!define MUI_ICON "sabot.ico"
!define MUI_UNICON "sabot.ico"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\Sabot"
!insertmacro MUI_PAGE_LICENSE "LICENSE.txt"
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "Italian"
!insertmacro MUI_LANGUAGE "German"
!insertmacro MUI_LANGUAGE "French"
!insertmacro MUI_LANGUAGE "English"
LangString FLOOR ${LANG_ITALIAN} "Tutti i tavoli"
LangString FLOOR ${LANG_GERMAN} "Alle Tische"
LangString FLOOR ${LANG_FRENCH} "Toutes les tables"
LangString FLOOR ${LANG_ENGLISH} "All tables"

Function .onInit
  SetRegView 64
  SetShellVarContext all
FunctionEnd

Function un.onInit
  SetRegView 64
  SetShellVarContext all
FunctionEnd

Section
  SetOutPath $INSTDIR
  File sabot.exe
  File sabotctl.exe
  File LICENSE.txt
  File NOTICES.txt
  File sbom.json
  File /r cards
  File /r docs
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateDirectory "$SMPROGRAMS\Sabot"
  CreateShortcut "$SMPROGRAMS\Sabot\Sabot.lnk" "$INSTDIR\sabot.exe"
  CreateShortcut "$SMPROGRAMS\Sabot\Sabot - $(FLOOR).lnk" "$INSTDIR\sabot.exe" "--floor"
  WriteRegStr HKLM "${KEY}" DisplayName "Sabot"
  WriteRegStr HKLM "${KEY}" DisplayVersion "${VERSION}"
  WriteRegStr HKLM "${KEY}" DisplayIcon "$INSTDIR\sabot.exe"
  WriteRegStr HKLM "${KEY}" UninstallString '"$INSTDIR\uninstall.exe"'
  WriteRegStr HKLM "${KEY}" InstallLocation "$INSTDIR"
  WriteRegDWORD HKLM "${KEY}" NoModify 1
  WriteRegDWORD HKLM "${KEY}" NoRepair 1
SectionEnd

Section Uninstall
  Delete "$INSTDIR\sabot.exe"
  Delete "$INSTDIR\sabotctl.exe"
  Delete "$INSTDIR\LICENSE.txt"
  Delete "$INSTDIR\NOTICES.txt"
  Delete "$INSTDIR\sbom.json"
  RMDir /r "$INSTDIR\cards"
  RMDir /r "$INSTDIR\docs"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  RMDir /r "$SMPROGRAMS\Sabot"
  DeleteRegKey HKLM "${KEY}"
SectionEnd
