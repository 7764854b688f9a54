@echo off
rem Starts the game. What stands behind checkers is passed on, as in: checkers --help
setlocal
if exist "%~dp0portable.txt" set "CHECKERS_HOME=%~dp0games"
"%~dp0python\python.exe" -m ega_checkers %*
rem The window of a double click would take the reason with it.
if errorlevel 1 if "%~1"=="" pause
