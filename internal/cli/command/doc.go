// Package command is the frame of the commands: what the operating system gives to a run, usage errors and their exit
// codes, the settings as flags, and the opening of the store. A resource is described once, by Columns, from which its
// tables and its JSON come; NewList and NewSwitch make the commands that every resource has. The texts of commands and of
// their flags stand in the commands.txt of their package, see Texts and Flags. It knows no resource itself, and no command
// imports another area than this one.
package command
